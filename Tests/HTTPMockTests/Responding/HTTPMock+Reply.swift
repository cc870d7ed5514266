import Foundation
import HTTPMock
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a client was answered with, as the tests look at it.
struct Reply: Sendable {
    var status: Int
    var body: String
    var headers: [String: String]
}

extension HTTPMock {
    /// Asks for a URL through the instance's own session; a path alone is one of `example.com`.
    func reply(
        _ text: String, method: String = "GET", headers: [String: String] = [:], body: String? = nil,
        timeout: TimeInterval? = nil
    ) async throws -> Reply {
        let request = try URLRequest.asking(text, method: method, headers: headers, body: body, timeout: timeout)
        let (data, response) = try await data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
        return Reply(status: response.statusCode, body: String(decoding: data, as: UTF8.self), headers: headers)
    }
}

extension URLRequest {
    /// A request; a path alone is one of `example.com`.
    static func asking(
        _ text: String, method: String = "GET", headers: [String: String] = [:], body: String? = nil,
        timeout: TimeInterval? = nil
    ) throws -> URLRequest {
        let text = text.hasPrefix("/") ? "https://example.com\(text)" : text
        guard let url = URL(string: text) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        request.httpBody = body.map { Data($0.utf8) }
        if let timeout { request.timeoutInterval = timeout }
        return request
    }
}

extension HTTPMock {
    /// An instance that answers everything with one text.
    static func answering(_ text: String) -> HTTPMock {
        let mock = HTTPMock()
        mock.unmockedPolicy = .mock(.plaintext(text))
        return mock
    }
}

extension ClientOutcome {
    /// What a data delegate was given, as texts.
    var pieces: [String] {
        events.compactMap { event in
            if case .data(let data) = event { String(decoding: data, as: UTF8.self) } else { nil }
        }
    }
}

/// The code of the `URLError` that an operation throws; nil if it throws none.
func urlErrorCode(_ operation: () async throws -> some Any) async -> URLError.Code? {
    do {
        _ = try await operation()
        return nil
    } catch {
        return (error as? URLError)?.code
    }
}

extension HTTPMock {
    /// Waits until the loading system has done what it was asked to before.
    ///
    /// All work queues of the process have one target, which is serial, so that a request of one's own comes last.
    func settle() async {
        _ = try? await reply("/settle/\(UUID())")
    }
}

extension ClientError {
    /// The code of a `URLError`; nil for any other error.
    var urlCode: URLError.Code? { isURLError ? URLError.Code(rawValue: code) : nil }
}
