import Foundation
import HTTPMock

/// The URL of a GraphQL service, with patterns in host and path as in `forURL:`.
struct GraphQLEndpoint: Sendable, CustomStringConvertible {
    let description: String
    /// The pattern of the path as the URL spells it, with a slash at its end if the URL has one.
    let registeredPath: String
    private let server: ContractServer
    /// The pattern of the host without its port; nil if the URL has no host, or one that is no pattern.
    private let hostPattern: HostPattern?
    /// The pattern of the path; nil if the path is no pattern, so that no request matches.
    private let pathPattern: PathPattern?

    /// Reads a URL; its query is ignored.
    init(_ url: String) {
        description = url
        server = ContractServer(given: url)
        let endsWithSlash = url.prefix { !"?#".contains($0) }.hasSuffix("/")
        let needsSlash = endsWithSlash || server.basePath.isEmpty
        registeredPath = needsSlash ? "\(server.basePath)/" : server.basePath
        hostPattern = server.host.flatMap { try? HostPattern($0) }
        pathPattern = try? PathPattern(server.basePath)
    }

    /// The pattern of the host, with its port; nil if the URL has no host.
    var host: String? { server.hostAndPort }

    /// Returns whether a request goes to the URL; a URL without a port matches every port.
    func matches(_ url: RequestURL) -> Bool {
        if let port = server.port, let other = url.port, port != other { return false }
        return matches(host: url.host, path: url.path)
    }

    /// Returns whether a registration is for the URL, whatever its port.
    func matches(_ registration: MockRegistration) -> Bool {
        guard let host = registration.host, let path = registration.path else { return false }
        return matches(host: host, path: path)
    }

    private func matches(host: String, path: String) -> Bool {
        var path = path
        // As in the pattern's path, a slash at the end is ignored.
        while path.hasSuffix("/") { path.removeLast() }
        guard let url = URL(string: "http://\(host)\(path)") else { return false }
        let target = RequestTarget(url: url)
        if server.host != nil, hostPattern?.matches(target) != true { return false }
        return pathPattern?.matches(target) == true
    }
}
