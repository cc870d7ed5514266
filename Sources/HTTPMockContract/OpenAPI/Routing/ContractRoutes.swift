import HTTPMock

/// The operations of a document, found by a request's method and URL.
struct ContractRoutes: Sendable {
    /// A path of the document, or one operation of it.
    struct Entry: Sendable {
        let path: String
        /// The servers of this path or operation only; empty if those of the document count.
        var servers: [ServerTemplate]
        /// The method in upper case; nil for the path itself.
        var method: String?
        /// The number of the operation; nil for the path itself.
        var operation: Int?
        /// False if the path has a defect, so that no request to it is checked.
        var isUsable = true
    }

    /// The result of looking for a request's operation in a document.
    enum Match: Sendable {
        /// The request's host or port is not that of a server of the document.
        case elsewhere
        /// The number of the request's operation, and the values of its path parameters.
        ///
        /// The port is that of the server; nil for any.
        case operation(Int, parameters: [String: String], port: Int?)
        /// The path has a defect, so its operations are not known.
        case unusable(path: String)
        /// The path is documented, but not with the method.
        case otherMethods(path: String, methods: [String])
        /// The path is not documented.
        case unknownPath(nearest: String?)
    }

    /// The paths that have the same servers.
    private struct Group: Sendable {
        let servers: [ServerTemplate]
        var index = PathTemplateIndex()

        /// Creates a group without paths.
        ///
        /// - Parameters:
        ///   - servers: The servers of the paths; none for any host.
        ///   - server: The URL that counts instead of these servers; nil for none.
        init(_ servers: [ServerTemplate], given server: ContractServer?) {
            if let server {
                self.servers = [ServerTemplate(server)]
            } else if servers.isEmpty {
                self.servers = [ServerTemplate(.any)]
            } else {
                self.servers = servers
            }
        }
    }

    private var groups: [Group] = []
    private let paths: [String]

    /// Creates the routes of a document.
    ///
    /// - Parameters:
    ///   - entries: The paths and operations.
    ///   - servers: The servers of the document; none for any host.
    ///   - server: The URL that counts instead of all servers of the document; nil for none.
    init(_ entries: [Entry], servers: [ServerTemplate], server: ContractServer? = nil) {
        paths = entries.filter { $0.operation == nil }.map(\.path)
        var numbers: [[ServerTemplate]: Int] = [:]
        for entry in entries {
            var own = servers
            if server == nil, !entry.servers.isEmpty { own = entry.servers }
            let number = numbers[own] ?? groups.count
            let isNewGroup = number == groups.count
            if isNewGroup {
                groups.append(Group(own, given: server))
                numbers[own] = number
            }
            groups[number].index.insert(entry)
        }
        if groups.isEmpty { groups.append(Group(servers, given: server)) }
    }

    /// Finds the operation for a request.
    ///
    /// - Parameters:
    ///   - method: The method in upper case.
    ///   - url: The URL.
    func match(_ method: String, _ url: RequestURL) -> Match {
        // The first path that matches without the method.
        var otherMethods: PathTemplateIndex.Match?
        // The first server whose base path the URL begins with, or else the first server with another base path.
        var nearestServer: ServerTemplate.Match?
        for group in groups {
            for server in group.servers {
                for found in server.matches(url) {
                    guard let path = found.path else {
                        nearestServer = nearestServer ?? found
                        continue
                    }
                    if nearestServer?.path == nil { nearestServer = found }
                    guard let match = group.index.match(path, method) else { continue }
                    guard match.isUsable else { return .unusable(path: match.path) }
                    if let operation = match.operation {
                        return .operation(operation, parameters: match.parameters, port: found.port)
                    }
                    otherMethods = otherMethods ?? match
                }
            }
        }
        if let otherMethods { return .otherMethods(path: otherMethods.path, methods: otherMethods.methods) }
        guard let nearestServer else { return .elsewhere }
        return .unknownPath(nearest: nearestPath(to: url, nearestServer))
    }

    /// Returns the documented path nearest to an unknown path, after the server's base path; nil if none is near.
    private func nearestPath(to url: RequestURL, _ server: ServerTemplate.Match) -> String? {
        if let path = server.path {
            return NearName.nearestPath(to: String(path), in: paths).map { server.basePath + $0 }
        }
        // The base path may be misspelled, or missing.
        let prefixed = NearName.nearestPath(to: url.path, in: paths.map { server.basePath + $0 })
        return prefixed ?? NearName.nearestPath(to: url.path, in: paths).map { server.basePath + $0 }
    }
}

extension NearName {
    /// Returns the path template with the fewest edits from a path; nil if none has as many segments and is near.
    ///
    /// A segment with a parameter is equal to any segment. In the others together, one character may be edited, or a
    /// third of the characters.
    static func nearestPath(to path: String, in templates: [String]) -> String? {
        let segments = path.split(separator: "/")
        var best: (distance: Int, path: String)?
        for template in templates {
            let others = template.split(separator: "/")
            guard others.count == segments.count else { continue }
            var distance = 0
            var length = 0
            for (segment, other) in zip(segments, others) where !other.contains("{") {
                distance += EditDistance.between(segment.lowercased(), other.lowercased())
                length += other.count
            }
            guard distance <= max(1, length / 3), length > 0 else { continue }
            if let best, (best.distance, best.path) <= (distance, template) { continue }
            best = (distance, template)
        }
        return best?.path
    }
}
