import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing
import TestingSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Registrations with one request each.
struct EditCases {
    struct Case {
        let request: URLRequest
        /// The trait with the registration; nil for a mock that is not strict.
        var trait: HTTPMockTrait?
        var register: @Sendable (HTTPMock) -> Void = { _ in }

        /// Registers, makes the request, and returns what the client gets.
        func reply() async throws -> (status: Int, body: String) {
            guard let trait else {
                let mock = HTTPMock()
                // So that the reports, which are in the replies, are not printed too.
                mock.unmockedPolicy = .notFound
                register(mock)
                return try await Self.reply(to: request, of: mock)
            }
            let request = request
            let reply = Observed<(status: Int, body: String)?>(nil)
            let issues = await CollectedIssues.of(trait) {
                let received = try await Self.reply(to: request, of: .current)
                reply.change { $0 = received }
            }
            return try #require(reply.value, "\(issues.text)")
        }

        private static func reply(to request: URLRequest, of mock: HTTPMock) async throws -> (status: Int, body: String)
        {
            let (data, response) = try await mock.data(for: request)
            return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
        }
    }

    private(set) var all: [Case] = []

    var count: Int { all.count }

    /// Adds a request and its registration.
    mutating func add(
        _ url: String, _ method: String = "GET", headers: [String: String] = [:],
        register: @escaping @Sendable (HTTPMock) -> Void
    ) {
        all.append(Case(request: Self.request(url, method, headers), register: register))
    }

    /// Adds a request and a trait with its registration.
    mutating func add(
        _ url: String, _ method: String = "GET", headers: [String: String] = [:], trait: HTTPMockTrait
    ) {
        all.append(Case(request: Self.request(url, method, headers), trait: trait))
    }

    /// Adds a request with a body and its registration.
    mutating func post(_ body: String, to url: String = "/", register: @escaping @Sendable (HTTPMock) -> Void) {
        all.append(Case(request: Self.request(url, body: body), register: register))
    }

    /// Adds a request with a body and a trait with its registration.
    mutating func post(_ body: String, trait: HTTPMockTrait) {
        all.append(Case(request: Self.request("/", body: body), trait: trait))
    }

    private static func request(_ url: String, body: String) -> URLRequest {
        let type = body.hasPrefix("{") ? "application/json" : "application/x-www-form-urlencoded"
        var request = request(url, "POST", ["Content-Type": type])
        request.httpBody = Data(body.utf8)
        return request
    }

    /// Returns a request to an address, or to a path of the default domain.
    private static func request(_ url: String, _ method: String, _ headers: [String: String]) -> URLRequest {
        let base = URL(string: "https://example.com")
        var request = URLRequest(url: URL(string: url, relativeTo: base)?.absoluteURL ?? URL(fileURLWithPath: "/"))
        request.httpMethod = method
        request.allHTTPHeaderFields = headers
        return request
    }
}
