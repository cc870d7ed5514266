/// The way in which a route was first registered, so that a diagnosis can suggest code of the same form.
struct RouteSpelling: Sendable {
    /// Whether the registration was written in `registerResponses` or a trait, not as `addResponses`.
    var isInBuilder = false
    /// Whether the host is the default domain, because none was written.
    var hasDefaultHost = false
    /// The path as written at the source location, without the paths around it; nil if that is the whole path.
    var nestedPath: String?
}
