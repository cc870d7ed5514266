import Foundation
import HTTPMock

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
