import Foundation
import HTTPMock

extension Cassette {
    /// The entries as `mock.registerResponses { … }`, which compiles where `mock` is in scope.
    ///
    /// The file needs `import Foundation` and `import HTTPMock`. Equal requests become one path with several responses.
    /// A redacted value in a request may have any value.
    public var swiftSource: String {
        var hosts: [(host: String, routes: [RegistrationExpression])] = []
        for entry in entries.map(\.recorded) {
            guard let source = RegistrationExpression(entry) else { continue }
            let index = hosts.firstIndex { $0.host == source.host } ?? hosts.count
            if index == hosts.count { hosts.append((source.host, [])) }
            if let route = hosts[index].routes.firstIndex(where: { $0.head == source.head }) {
                hosts[index].routes[route].responses += source.responses
            } else {
                hosts[index].routes.append(source)
            }
        }
        var lines = ["mock.registerResponses {"]
        for (host, routes) in hosts {
            lines.append("    Host(\(host.debugDescription)) {")
            for route in routes {
                lines.append("        Path(\(route.head)) {")
                lines += route.responses.map { "            \($0)" }
                lines.append("        }")
            }
            lines.append("    }")
        }
        return (lines + ["}"]).joined(separator: "\n")
    }
}
