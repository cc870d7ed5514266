import Foundation
import HTTPMock

extension Cassette {
    /// The entries as `mock.registerResponses { … }`, which compiles where `mock` is in scope.
    ///
    /// The file needs `import Foundation` and `import HTTPMock`. Equal requests become one path with several responses.
    /// A redacted value in a request may have any value.
    ///
    /// Secrets of a recording are replaced, but unlike a file the source is not searched for them.
    public var swiftSource: String {
        var hosts: [(host: String, routes: [RegistrationExpression])] = []
        var hostIndexes: [String: Int] = [:]
        var routeIndexes: [[String]: Int] = [:]
        for entry in entries.map(\.recorded) {
            guard let source = RegistrationExpression(entry) else { continue }
            let index = hostIndexes[source.host] ?? hosts.count
            if index == hosts.count {
                hostIndexes[source.host] = index
                hosts.append((source.host, []))
            }
            let key = [source.host, source.head]
            if let route = routeIndexes[key] {
                hosts[index].routes[route].responses += source.responses
            } else {
                routeIndexes[key] = hosts[index].routes.count
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
