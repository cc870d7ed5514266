import Foundation
import HTTPMock
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct ClientError: Error, Equatable {
    let status: Int
}

struct User: Codable, Equatable {
    var id: Int
    var userName: String
}

/// Requests a URL as a client does that throws for every status but those of success.
@discardableResult
func call(
    _ method: String = "GET", _ address: String, headers: [String: String] = [:], body: String? = nil,
    timeout: TimeInterval = 60, session: URLSession? = nil
) async throws -> String {
    var request = URLRequest(url: try #require(URL(string: address)), timeoutInterval: timeout)
    request.httpMethod = method
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    request.httpBody = body.map { Data($0.utf8) }
    let (data, response) = try await (session ?? HTTPMock.current.urlSession).data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard 200..<300 ~= status else { throw ClientError(status: status) }
    return String(decoding: data, as: UTF8.self)
}

/// A client that tries again after a pause.
func callWithRetry(_ address: String, clock: any Clock<Duration>) async throws -> String {
    do {
        return try await call("GET", address)
    } catch {
        try await clock.sleep(for: .seconds(1))
        return try await call("GET", address)
    }
}

func user(_ address: String) async throws -> User {
    try JSONDecoder().decode(User.self, from: Data(try await call("GET", address).utf8))
}
