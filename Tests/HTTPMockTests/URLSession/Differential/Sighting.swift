import Foundation
import TestSupport

/// A request as the server or the mock saw it, without what the native loader adds on the wire.
struct Sighting: Sendable, Equatable {
    var method: String
    var target: String
    var headers: [String: String] = [:]
    var body = ""

    private static let wireHeaders: Set<String> = [
        "accept", "accept-encoding", "accept-language", "connection", "content-length", "expect", "host",
        "transfer-encoding", "user-agent",
    ]

    init(_ method: String, _ target: String, headers: [String: String] = [:], body: String = "") {
        self.method = method
        self.target = target
        self.body = body
        for (name, value) in headers where !Self.wireHeaders.contains(name.lowercased()) {
            // The order of cookies is random.
            let isCookie = name.lowercased() == "cookie"
            self.headers[name.lowercased()] =
                isCookie ? value.components(separatedBy: "; ").sorted().joined(separator: "; ") : value
        }
    }
}

extension Sighting: CustomStringConvertible {
    var description: String {
        let fields = headers.sorted { $0.key < $1.key }.map { " \($0.key): \($0.value)" }
        return "\(method) \(target)\(fields.joined()) [\(body.count > 60 ? "\(body.utf8.count) bytes" : body)]"
    }
}
