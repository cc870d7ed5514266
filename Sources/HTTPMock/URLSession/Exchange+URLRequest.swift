import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Exchange {
    /// Starts with a request of the loading system.
    ///
    /// A GET with a body is rejected with `URLError.dataLengthExceedsMaximum`, as the native loader does
    /// (FoundationOnLinux.md, "Errors of the native loader").
    ///
    /// - Parameters:
    ///   - incomplete: The request, whose body may still have to be read.
    ///   - url: The URL of the request.
    ///   - body: The body.
    ///   - accept: Called with the length of the body once that is known, unless the request is rejected.
    /// - SeeAlso: [iOS 13 Release Notes](https://developer.apple.com/documentation/ios-ipados-release-notes/ios-13-release-notes)
    func start(
        _ incomplete: URLRequest, for url: URL, with body: Body,
        accept: @escaping @Sendable (_ byteCount: Int) -> Void = { _ in }
    ) {
        @Sendable func complete(_ content: RequestBody) -> MockRequest {
            var request = incomplete
            // A stream that was read is replaced, also by an empty body.
            if case .data(let data) = content, !data.isEmpty || request.httpBodyStream != nil {
                request.httpBody = data
            }
            return MockRequest(request, url: url, content: content)
        }
        @Sendable func checkAndAccept(_ request: MockRequest) throws -> MockRequest {
            let byteCount = request.content.count
            if request.method == .get, byteCount > 0 { throw URLError(.dataLengthExceedsMaximum) }
            accept(byteCount)
            return request
        }
        switch body {
        case .here(let data):
            let request = complete(.data(data))
            do {
                start(try checkAndAccept(request))
            } catch {
                failUnmatched(request, error)
            }
        case .read(let source):
            let reader = RequestBodyReader(source, startLimit: engine.store.logBodyLimit)
            start(MockRequest(incomplete, url: url, body: Data()), reading: reader) {
                try checkAndAccept(complete($0))
            }
        }
    }
}
