import Foundation

/// The form of a route's first registration, which a diagnosis suggests again.
struct RouteSpelling: Sendable {
    var form = Form.statement
    var hasDefaultHost = false
    /// The path as written at the source location; nil if no other path is around it.
    var nestedPath: String?
    /// The paths around a nested path, the outermost first, each as written.
    var outerPaths: [WrittenPath] = []
    /// The source location of the host, or of the call that may get a host argument.
    ///
    /// Nil for a ``Form/statement``, and for the default host in a tree that names other hosts.
    var hostLocation: CallSite?
    /// The URL that was registered as a whole; nil if host and path were written.
    var url: String?

    /// A path as one call of the source has it.
    struct WrittenPath: Sendable {
        let text: String
        let location: CallSite

        var segmentCount: Int {
            let absolute = text.hasPrefix("/") ? text : "/\(text)"
            return absolute.pathSegments.count
        }
    }

    enum Form: Sendable {
        /// A call of its own, such as `addResponses`.
        case statement
        /// A tree of hosts and paths.
        case tree
        /// The paths of a host that is an argument, as in `registerResponses(host:)`.
        case paths
    }
}

extension String {
    /// The segments of a path or path pattern that begins with a slash.
    ///
    /// The last segment is empty after a trailing slash.
    var pathSegments: [Substring] {
        Array(split(separator: "/", omittingEmptySubsequences: false).dropFirst())
    }

    /// The segments of a path or path pattern, with secrets masked; nil if a secret spans several segments.
    var maskedPathSegments: [Substring]? {
        let masked = Redaction.text(ofAddress: self).pathSegments
        guard masked.count == pathSegments.count else { return nil }
        return masked
    }
}
