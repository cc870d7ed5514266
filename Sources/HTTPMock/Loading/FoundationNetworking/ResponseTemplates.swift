import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// What Foundation makes of header fields, kept for the next response with the same.
    ///
    /// Most of what a response object costs is the spelling of its header names and the reading of its content type,
    /// which take ten times as long as the rest of it. One instance's responses have mostly the same few fields.
    final class ResponseTemplates: Sendable {
        private let kept = Locked<[WireHeaders: HTTPURLResponse]>([:])

        /// More than this are not kept: then each response has fields of its own.
        private static let limit = 256

        /// The response object of a head.
        func response(for head: ResponseHead) -> HTTPURLResponse? {
            guard head.status != 401, let fields = Fields.all else { return HTTPURLResponse.make(head) }
            guard let template = kept.withLock({ $0[head.fields] }) else {
                guard let made = HTTPURLResponse.make(head) else { return nil }
                kept.withLock { kept in
                    if kept.count >= Self.limit { kept = [:] }
                    kept[head.fields] = made
                }
                return made
            }
            // Without the URL, whose last component is looked for at some cost, and not used.
            let made = HTTPURLResponse(
                url: Self.anyURL, statusCode: head.status, httpVersion: "HTTP/1.1", headerFields: nil)
            if let made {
                fields.copy(from: template, to: made)
                fields.url.write(head.url, to: made)
            }
            return made
        }

        /// One without a path.
        private static let anyURL = URL(string: "?") ?? URL(filePath: "/")

        /// All that header fields make of a response.
        private struct Fields {
            let url: StoredField<URL?>
            let headers: StoredField<[String: String]>
            let length: StoredField<Int64>
            let texts: [StoredField<String?>]

            /// Nil on a Foundation that keeps them otherwise.
            static let all = Fields()

            private init?() {
                let names = ["mimeType", "textEncodingName", "suggestedFilename"]
                texts = names.compactMap { StoredField(of: URLResponse.self, named: $0) }
                guard texts.count == names.count,
                    let url = StoredField<URL?>(of: URLResponse.self, named: "url"),
                    let headers = StoredField<[String: String]>(of: HTTPURLResponse.self, named: "_allHeaderFields"),
                    let length = StoredField<Int64>(of: URLResponse.self, named: "expectedContentLength")
                else { return nil }
                self.url = url
                self.headers = headers
                self.length = length
            }

            func copy(from one: HTTPURLResponse, to other: HTTPURLResponse) {
                headers.write(headers.read(from: one), to: other)
                length.write(length.read(from: one), to: other)
                for text in texts { text.write(text.read(from: one), to: other) }
            }
        }
    }
#else
    /// Makes the response objects of an instance.
    struct ResponseTemplates: Sendable {
        /// The response object of a head.
        func response(for head: ResponseHead) -> HTTPURLResponse? { HTTPURLResponse.make(head) }
    }
#endif
