import Foundation
import HTTPMock

/// A server of a document: a host, an optional port and a base path.
///
/// - SeeAlso: [OpenAPI 3.1, Server Object](https://spec.openapis.org/oas/v3.1.0#server-object)
struct ContractServer: Hashable, Sendable, CustomStringConvertible {
    /// The host in lower case; nil for any.
    let host: String?
    /// The port; nil for any.
    let port: Int?
    /// The path before all paths, without a slash at its end.
    let basePath: String

    /// Any host, without a base path.
    static let any = ContractServer("/")

    /// Reads the URL of a server.
    ///
    /// - Parameter url: An absolute URL, or a relative one for any host.
    init(_ url: String) {
        let reference = URIReference(url)
        let authority = reference.hostAndPort
        host = authority.flatMap { $0.host.isEmpty ? nil : $0.host }
        port = authority?.port
        var path = reference.path
        while path.hasSuffix("/") { path.removeLast() }
        basePath = path.isEmpty || path.hasPrefix("/") ? path : "/\(path)"
    }

    /// Reads the URL that a test gives.
    ///
    /// - Parameter url: A URL that a test gives; its scheme may be missing.
    init(given url: String) {
        let host = url.prefix { $0 != "/" }
        let isHost = !url.contains("://") && (host.contains { ".:".contains($0) } || host == "localhost")
        self.init(isHost ? "//\(url)" : url)
    }

    /// The server for messages: `api.example.com:8080/v1`.
    var description: String { "\(host ?? "any host")\(port.map { ":\($0)" } ?? "")\(basePath)" }

    /// Returns a URL's path after the base path; nil for a URL of another host.
    ///
    /// - Returns: The whole path, marked as outside, if the URL is of the host but not under the base path.
    func path(of url: RequestURL) -> (path: Substring, isInside: Bool)? {
        if let host, host != url.host { return nil }
        if let port, let other = url.port, port != other { return nil }
        guard !basePath.isEmpty else { return (url.path[...], true) }
        guard let rest = Self.rest(of: url.path, after: basePath) else { return (url.path[...], false) }
        return (rest.isEmpty ? "/" : rest, true)
    }

    /// The path after a base path; nil if it does not begin with the base path, escapes aside.
    private static func rest(of path: String, after basePath: String) -> Substring? {
        var rest = path.utf8[...]
        for segment in basePath.utf8.split(separator: UInt8(ascii: "/")) {
            guard rest.first == UInt8(ascii: "/") else { return nil }
            let own = rest.dropFirst().prefix { $0 != UInt8(ascii: "/") }
            guard own.elementsEqual(segment) || String(Substring(own)).decoded == String(Substring(segment)).decoded
            else { return nil }
            rest = rest[own.endIndex...]
        }
        return Substring(rest)
    }
}

/// A server of a document whose URL may have variables.
///
/// - SeeAlso: [OpenAPI 3.1, Server Object](https://spec.openapis.org/oas/v3.1.0#server-object)
struct ServerTemplate: Hashable, Sendable {
    private struct Variable: Hashable, Sendable {
        let name: String
        /// The default value first, because clients use it, then the others.
        let values: [String]
    }

    /// The URL as the document has it, with its variables.
    let url: String
    private let variables: [Variable]

    /// The most servers that the variables of one URL make, enough for every document that a person writes.
    private static let limit = 1_000

    /// The servers of a node; none if the node has none.
    static func servers(of node: DocumentNode) -> [ServerTemplate] {
        (node["servers"]?.elements ?? []).compactMap { server in
            server.string("url").map { ServerTemplate($0, server["variables"]?.members ?? []) }
        }
    }

    private init(_ url: String, _ variables: [(name: String, node: DocumentNode)]) {
        self.url = url
        self.variables = variables.filter { url.contains("{\($0.name)}") }.map { name, variable in
            var values = [variable.string("default")].compactMap(\.self)
            let others = variable.value[member: "enum"]?.elements?.compactMap(\.string) ?? []
            values += others.filter { !values.contains($0) }
            return Variable(name: name, values: values)
        }
    }

    /// The server with the first value of each variable.
    var first: ContractServer? { servers(limit: 1).first }

    /// The servers with all values of the variables, up to a limit.
    private func servers(limit: Int = ServerTemplate.limit) -> [ContractServer] {
        // The parts of the URL: texts, and numbers of variables.
        var parts: [(text: String, variable: Int?)] = [(url, nil)]
        for (number, variable) in variables.enumerated() {
            parts = parts.flatMap { part in
                guard part.variable == nil else { return [part] }
                let texts = part.text.components(separatedBy: "{\(variable.name)}")
                return Array(texts.map { [($0, nil)] }.joined(separator: [("", number)]))
            }
        }
        guard variables.allSatisfy({ !$0.values.isEmpty }) else { return [] }
        var choice = Array(repeating: 0, count: variables.count)
        var servers: [ContractServer] = []
        while servers.count < limit {
            servers.append(
                ContractServer(
                    parts.map { part in part.variable.map { variables[$0].values[choice[$0]] } ?? part.text }
                        .joined()))
            // The next choice, the last variable first.
            guard let next = choice.indices.last(where: { choice[$0] + 1 < variables[$0].values.count }) else { break }
            choice[next] += 1
            for later in choice.indices where later > next { choice[later] = 0 }
        }
        return servers
    }

    /// The servers of some templates, made when a request is first matched.
    final class Expansion: Sendable {
        private let templates: [ServerTemplate]
        private let made: Locked<[ContractServer]?>

        /// Creates the servers of some templates.
        ///
        /// - Parameters:
        ///   - templates: The templates; none for any host.
        ///   - server: The server that counts instead of them.
        init(_ templates: [ServerTemplate], given server: ContractServer?) {
            self.templates = templates
            made = Locked(server.map { [$0] } ?? (templates.isEmpty ? [.any] : nil))
        }

        var servers: [ContractServer] {
            if let known = made.withLock({ $0 }) { return known }
            let servers = templates.flatMap { $0.servers() }
            made.withLock { $0 = servers }
            return servers
        }
    }
}
