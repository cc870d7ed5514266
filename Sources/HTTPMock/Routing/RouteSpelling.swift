import Foundation

/// The form of a route's first registration, which a diagnosis suggests again.
struct RouteSpelling: Sendable {
    var form = Form.statement
    var hasDefaultHost = false
    /// The path as written at the source location; nil if no other path is around it.
    var nestedPath: String?
    /// The source location of the host, or of the call that may get a host argument.
    ///
    /// Nil for a ``Form/statement``, and for the default host in a tree that names other hosts.
    var hostLocation: CallSite?
    /// The URL that was registered as a whole; nil if host and path were written.
    var url: String?

    enum Form: Sendable {
        /// A call of its own, such as `addResponses`.
        case statement
        /// A tree of hosts and paths.
        case tree
        /// The paths of a host that is an argument, as in `registerResponses(host:)`.
        case paths
    }
}
