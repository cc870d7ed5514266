// Names that the snippets of the documents use without declaring them.

import Foundation
import HTTPMock
import HTTPMockContract

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct User: Codable, Equatable, Sendable {
    var id: Int
    var name: String
}

struct Login: Codable, Equatable {
    var user: String
}

struct UserClient: Sendable {
    enum Failure: Error, Equatable {
        case status(Int)
    }

    var session = URLSession.shared

    func user(_ id: Int) async throws -> User { throw URLError(.badURL) }
}

enum SharedClient {
    static func user(_ id: Int) async throws -> User { throw URLError(.badURL) }
}

final class SyncEngine: NSObject, URLSessionDataDelegate {
    init(configuration: URLSessionConfiguration = .default) {}
}

actor Basket {
    private(set) var items: [String] = []
    func add(_ item: String) { items.append(item) }
}

// The client of another package that "Serving another process" shows.
struct HTTPClientRequest { let url: String }

struct HTTPClient {
    struct Configuration {
        enum Proxy { case server(host: String, port: Int) }
        var proxy: Proxy?
    }

    static let shared = HTTPClient()
    func execute(_ request: HTTPClientRequest, timeout: Duration) async throws -> Int { 0 }
}

extension Bundle {
    static var module: Bundle { .main }
}

let user = User(id: 7, name: "Alice")
let audit = ["entries": 3]
let logo = Data()
let isLoggedIn = true
let url = URL(fileURLWithPath: "/")
let feedURL = url
let json = Data()

// Compiled and never run.
var contract: APIContract { fatalError("a snippet was run") }
var schema: GraphQLContract { fatalError("a snippet was run") }
let folder = url

// In place of Alamofire's declarations.
final class Session: Sendable {
    init(configuration: URLSessionConfiguration) {}
}

extension URLSessionConfiguration {
    static var af: URLSessionConfiguration.Type { self }
}

// In place of XCTest's class, which is there on Apple platforms only, and isolated as that is.
@MainActor final class XCUIApplication {
    struct Elements {
        subscript(name: String) -> Elements { self }
        func waitForExistence(timeout: TimeInterval) -> Bool { true }
    }

    var launchEnvironment: [String: String] = [:]
    let staticTexts = Elements()

    func launch() {}
}
