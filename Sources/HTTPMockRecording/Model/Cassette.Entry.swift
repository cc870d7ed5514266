import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Cassette {
    /// One recorded exchange.
    public struct Entry: Sendable, Hashable {
        let recorded: HAREntry
        private let file: URL

        init(_ recorded: HAREntry, in file: URL) {
            self.recorded = recorded
            self.file = file
        }

        /// The position in the file, from 1.
        public var number: Int { recorded.number }

        /// The time of the request; nil if the file contains none.
        public var date: Date? { HARDate.date(of: recorded.startedDateTime) }

        /// The request's method.
        public var method: HTTPMock.HTTPMethod { HTTPMock.HTTPMethod(rawValue: recorded.request.method) }

        /// The request's URL.
        public var url: String { recorded.request.url }

        /// The request's header fields in order.
        public var requestHeaders: [(name: String, value: String)] {
            recorded.request.headers.map { ($0.name, $0.value) }
        }

        /// The request's body; empty if there is none.
        public var requestBody: Data { recorded.request.body?.bytes ?? Data() }

        /// The status of the response; nil if the request failed before one.
        public var status: Int? { recorded.response.status == 0 ? nil : recorded.response.status }

        /// The response's header fields in order.
        public var responseHeaders: [(name: String, value: String)] {
            recorded.response.headers.map { ($0.name, $0.value) }
        }

        /// The response's body, decoded.
        public var responseBody: Data { recorded.response.body.bytes }

        /// The error the exchange ended with; nil if it succeeded.
        public var error: URLError? {
            recorded.response.error.flatMap(HARFailure.code).map { URLError($0) }
        }
    }
}

extension Cassette.Entry: CustomStringConvertible {
    /// The request, its outcome, the file and the number; secrets are masked.
    ///
    /// An example is `GET https://a.com/user: 200 (shop.har, entry 3)`.
    public var description: String {
        let outcome = status.map(String.init) ?? error.map { "URLError \($0.code.rawValue)" } ?? "no response"
        return "\(method.rawValue) \(shownURL): \(outcome) (\(place))"
    }

    /// The request, the file and the number, as in `GET https://a.com/user (shop.har, entry 3)`; secrets are masked.
    var shortDescription: String { "\(method.rawValue) \(shownURL) (\(place))" }

    /// The file and the number, as in `shop.har, entry 3`.
    var place: String { "\(file.lastPathComponent), entry \(number)" }

    private var shownURL: String {
        NamedValues.url(url) { Cassette.Redacting.secrets.isSecret($0, $1) ? Redaction.mask : nil }
    }
}
