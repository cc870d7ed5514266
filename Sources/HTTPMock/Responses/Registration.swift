/// One registration as written in a test: the address, the responses and the source location.
///
/// Both forms, `addResponses` and the builders, produce this flat value. Nothing in a registration has been checked
/// yet.
struct Registration: Sendable {
    var host: String
    var path: String
    var method: HTTPMock.HTTPMethod?
    var query: QueryPattern?
    /// The registration with the highest priority answers, before specificity counts.
    var priority = 0
    var conditions: [RequestCondition] = []
    /// The merged header fields of the enclosing hosts and paths.
    var headers = HTTPMock.HeaderFields()
    var responses: [MockResponse]
    var location: CallSite
    var purpose = Purpose.adding
    /// The nesting level of the suite whose trait registers, 0 for the outermost; nil for a test's own registration.
    ///
    /// An inner registration replaces the responses that an outer one registered for the same requests.
    var depth: Int?
    /// Whether the registration was written in `registerResponses` or a trait, not as `addResponses`.
    var isInBuilder = false
    /// Whether the host is the default domain, because none was written.
    var hasDefaultHost = false
    /// The path as written at the source location, without the enclosing paths.
    ///
    /// Nil if the written path is the whole path.
    var nestedPath: String?

    /// The effect on the responses that the same registration still has.
    enum Purpose: Sendable {
        /// The new responses come after them.
        case adding
        /// They are removed; without new responses, so is the registration.
        case replacing
        /// The registration is removed, whatever its priority.
        case removing
    }
}
