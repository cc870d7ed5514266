import Foundation
import HTTPMock

/// Rewrites the locations of redirects so that a client which follows them stays on the server.
final class RedirectRewriter: Sendable {
    private let engine: MockEngine
    private let core = Locked(WeakCore())

    private struct WeakCore: Sendable {
        weak var core: ServerCore?
    }

    init(engine: MockEngine) {
        self.engine = engine
    }

    /// Begins to rewrite to the ports of a server.
    func begin(for server: ServerCore) {
        core.withLock { $0.core = server }
    }

    /// Returns a field of a response, with another value if it is a `Location` that leads to a mocked host.
    func rewrite(_ field: HeaderField, of head: ResponseHead) -> HeaderField {
        guard Self.mayRewrite(field), let start = Self.pathStart(of: field.value),
            let url = URL(string: field.value, relativeTo: head.url)?.absoluteURL, let origin = Origin(of: url),
            let core = core.withLock({ $0.core }),
            core.openPort(for: origin) != nil || engine.hasRegistrations(forHostOf: url),
            let port = try? core.port(for: origin)
        else { return field }
        return HeaderField(field.name, "http://\(core.address.host):\(port)\(field.value[start...])")
    }

    /// Returns whether a field is the one that is rewritten.
    static func mayRewrite(_ field: HeaderField) -> Bool { field.name.isEqualIgnoringCase(to: "Location") }

    /// Returns the index after the host and port of a reference.
    ///
    /// Nil for a reference without a host, which stays on its port.
    private static func pathStart(of reference: String) -> String.Index? {
        guard let slashes = reference.firstRange(of: "//") else { return nil }
        let scheme = reference[..<slashes.lowerBound]
        guard scheme.isEmpty || scheme.hasSuffix(":") && !scheme.contains("/") else { return nil }
        let rest = reference[slashes.upperBound...]
        return rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    }
}
