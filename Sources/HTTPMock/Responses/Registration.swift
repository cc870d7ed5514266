/// One registration as written in a test: the address, the responses and the source location.
///
/// Both forms, `addResponses` and the builders, produce this flat value. Nothing in a registration has been checked yet.
struct Registration: Sendable {
    var host: String
    var path: String
    var method: HTTPMock.HTTPMethod?
    var query: QueryPattern?
    var conditions: [RequestCondition] = []
    /// The merged header fields of the enclosing hosts and paths.
    var headers = HTTPMock.HeaderFields()
    var responses: [MockResponse]
    var location: CallSite
    /// Whether the responses that the same registration still has are removed first.
    var isReplacing = false
    /// Whether the registration is a suite's.
    ///
    /// A test's registration with the same address replaces a suite's registration.
    var isDefault = false
    /// Whether the registration was written in `registerResponses` or a trait, not as `addResponses`.
    var isInBuilder = false
    /// Whether the host is the default domain, because none was written.
    var hasDefaultHost = false
    /// The path as written at the source location, without the enclosing paths.
    ///
    /// Nil if the written path is the whole path.
    var nestedPath: String?
}
