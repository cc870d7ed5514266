import Foundation
import HTTPMock
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPMock {
    /// Requests a URL through the instance's own session; a path belongs to `example.com`.
    func reply(
        _ text: String, method: String = "GET", headers: [String: String] = [:], body: String? = nil,
        timeout: TimeInterval? = nil
    ) async throws -> Reply {
        let request = URLRequest.example(text, method: method, headers: headers, body: body, timeout: timeout)
        let (data, response) = try await data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
        return Reply(status: response.statusCode, body: String(decoding: data, as: UTF8.self), headers: headers)
    }
}

extension HTTPMock {
    /// Returns an instance that answers every request with one text.
    static func answering(_ text: String) -> HTTPMock {
        let mock = HTTPMock()
        mock.unmockedPolicy = .mock(.plaintext(text))
        return mock
    }
}

extension ClientOutcome {
    /// The chunks of a data delegate, as texts.
    var chunks: [String] {
        events.compactMap { event in
            if case .data(let data) = event { String(decoding: data, as: UTF8.self) } else { nil }
        }
    }
}

/// Returns the code of the `URLError` that an operation throws; nil for no such error.
func urlErrorCode(_ operation: () async throws -> some Any) async -> URLError.Code? {
    do {
        _ = try await operation()
        return nil
    } catch {
        return (error as? URLError)?.code
    }
}

extension HTTPMock {
    /// Waits until the loading system has finished all earlier work.
    ///
    /// All work queues of the process have one serial target queue, so a further request is performed last.
    func settle() async {
        _ = try? await reply("/settle/\(UUID())")
    }
}

extension ClientError {
    /// The code of a `URLError`; nil for any other error.
    var urlCode: URLError.Code? { isURLError ? URLError.Code(rawValue: code) : nil }
}
