import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends played requests to the network, so that the answers can be compared.
final class VerifyingSession: Sendable {
    private let session: URLSession

    /// Creates a session with the configuration of another.
    ///
    /// - Parameter session: The session whose configuration defines how the network is reached.
    init(_ session: URLSession) {
        let copy = session.configuration.copy() as? URLSessionConfiguration
        self.session = URLSession(
            configuration: copy ?? session.configuration, delegate: RedirectRefuser(), delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Returns the exchange with the network.
    ///
    /// A redirect is not followed, because each hop has its own entry.
    func exchange(_ request: MockRequest) async -> RecordedRequest {
        let start = Date()
        var urlRequest = request.urlRequest
        urlRequest.httpBody = request.body.isEmpty ? nil : request.body
        do {
            let (data, response) = try await session.data(for: urlRequest)
            let fields = (response as? HTTPURLResponse)?.allHeaderFields ?? [:]
            let headers = Dictionary(fields.map { ("\($0.key)", "\($0.value)") }) { $1 }
            return RecordedRequest(
                request: request, start: start, status: (response as? HTTPURLResponse)?.statusCode, headers: headers,
                chunks: data.isEmpty ? [] : [data], error: nil)
        } catch {
            return RecordedRequest(
                request: request, start: start, status: nil, headers: [:], chunks: [], error: error)
        }
    }
}

/// The delegate of the session, which ends an exchange at a redirect.
private final class RedirectRefuser: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
