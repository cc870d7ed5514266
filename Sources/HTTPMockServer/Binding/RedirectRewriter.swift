import Foundation
import HTTPMock

/// Rewrites `Location` fields, so that a client that follows them stays on the server.
///
/// Created by the ``MockResponder`` of a server. Locations are rewritten on the threads of the server's loops.
final class RedirectRewriter: Sendable {
    private let engine: MockEngine
    /// The core of the server, which retains the rewriter; nil before ``begin(for:)`` and after the core's release.
    private let core = Locked(ServerCore.WeakCore())

    init(engine: MockEngine) {
        self.engine = engine
    }

    /// Starts rewriting locations to the ports of a server.
    func begin(for server: ServerCore) {
        core.withLock { $0.core = server }
    }

    /// Returns a response's field, with another value for a `Location` that the server serves.
    ///
    /// The server serves each origin with a port, and each mocked host, which gets a port now if it has none.
    func rewrite(_ field: HeaderField, of head: ResponseHead) -> HeaderField {
        guard Self.mayRewrite(field), let start = Self.pathStart(of: field.value),
            let url = URL(keepingEscapesOf: field.value, relativeTo: head.url)?.absoluteURL,
            let origin = Origin(of: url)
        else { return field }
        guard let core = core.withLock({ $0.core }) else { return field }
        let isServed = core.openPort(for: origin) != nil || engine.hasRegistrations(forHostOf: url)
        guard isServed, let port = try? core.port(for: origin) else { return field }
        return HeaderField(field.name, "http://\(core.address.host):\(port)\(field.value[start...])")
    }

    /// Returns whether a field is a `Location`, the only field that is rewritten.
    static func mayRewrite(_ field: HeaderField) -> Bool { field.name.isEqualIgnoringCase(to: "Location") }

    /// Returns the index after the host and port of a reference.
    ///
    /// Nil for a reference without a host, which leads to the same port.
    ///
    /// - SeeAlso: [RFC 3986, Appendix B](https://www.rfc-editor.org/rfc/rfc3986.html#appendix-B)
    private static func pathStart(of reference: String) -> String.Index? {
        guard let slashes = reference.firstRange(of: "//") else { return nil }
        let scheme = reference[..<slashes.lowerBound]
        // Slashes after anything else than a scheme belong to a path, a query or a fragment.
        let isScheme = scheme.hasSuffix(":") && scheme.dropLast().allSatisfy { !":/?#".contains($0) }
        guard scheme.isEmpty || isScheme else { return nil }
        let rest = reference[slashes.upperBound...]
        return rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    }
}
