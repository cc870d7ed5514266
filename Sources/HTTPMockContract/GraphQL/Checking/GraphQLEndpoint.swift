import HTTPMock

/// The URL of a GraphQL service, as a pattern.
///
/// `*` is any text of the host or of a segment, `{name}` is any host or segment, and `**` is any rest of the path, so
/// that what follows `**` counts for nothing.
struct GraphQLEndpoint: Sendable, CustomStringConvertible {
    let description: String
    private let server: ContractServer
    private let segments: [Substring]

    /// Reads a URL; its query is ignored.
    init(_ url: String) {
        description = url
        server = ContractServer(given: url)
        segments = server.basePath.split(separator: "/")
    }

    /// The pattern of the path.
    var path: String { server.basePath.isEmpty ? "/" : server.basePath }

    /// The pattern of the host, with its port; nil for any.
    var host: String? { server.host.map { host in server.port.map { "\(host):\($0)" } ?? host } }

    /// Returns whether a request goes to the URL.
    func matches(_ url: RequestURL) -> Bool {
        if let port = server.port, let other = url.port, port != other { return false }
        return matches(host: url.host, path: url.path)
    }

    /// Returns whether a registration is for the URL, whatever its port; one without a host is for every host.
    func matches(_ registration: MockRegistration) -> Bool {
        matches(host: registration.host, path: registration.path ?? "")
    }

    private func matches(host: String?, path: String) -> Bool {
        if let own = server.host, let host {
            let hostWithoutPort = host.prefix { $0 != ":" }
            guard Self.matches(hostWithoutPort, own[...]) else { return false }
        }
        let pathSegments = path.split(separator: "/")
        if let restStart = segments.firstIndex(of: "**") {
            return pathSegments.count >= restStart
                && zip(pathSegments, segments[..<restStart]).allSatisfy(Self.matches)
        }
        return pathSegments.count == segments.count && zip(pathSegments, segments).allSatisfy(Self.matches)
    }

    /// Returns whether a host or a segment matches a pattern.
    private static func matches(_ text: Substring, _ pattern: Substring) -> Bool {
        let isParameter = pattern.hasPrefix("{") && pattern.hasSuffix("}")
        if isParameter || text == pattern { return true }
        // The parts around the asterisks: the first begins the text, the last ends it, the others follow in order.
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count > 1, text.hasPrefix(parts[0]) else { return false }
        var rest = text.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(parts[parts.count - 1])
    }
}
