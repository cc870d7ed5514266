/// The way in which a route was registered, for code that a diagnosis suggests.
struct RouteSpelling: Sendable {
    /// Whether the registration was written in `registerResponses` or a trait, not as `addResponses`.
    var isInBuilder = false
    /// Whether the host is the default domain, because none was written.
    var hasDefaultHost = false
    /// The path as written at the source location, without the paths around it.
    ///
    /// Nil if that is the whole path.
    var nestedPath: String?
}
