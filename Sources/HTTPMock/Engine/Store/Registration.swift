/// One registration as written in a test: the address, the responses and the source location.
///
/// Both forms, `addResponses` and the builders, produce this flat value. Nothing in it has been checked yet.
struct Registration: Sendable {
    var host: String
    var path: String
    var method: HTTPMock.HTTPMethod?
    var query: QueryPattern?
    /// The registration with the highest priority answers, before specificity counts.
    var priority = 0
    var conditions: [RequestCondition] = []
    /// The header fields of all responses, each of which may override them.
    var headers = HTTPMock.HeaderFields()
    var responses: [MockResponse]
    var location: CallSite
    var purpose = MockRegistration.Purpose.adding
    /// The nesting level of the suite whose trait registers, 0 for the outermost; nil for a test's own registration.
    ///
    /// An inner registration replaces the responses that an outer one registered for the same requests.
    var depth: Int?
    var spelling = RouteSpelling()

    /// Returns the registration as that of a suite's trait, with optional responses; unchanged if the depth is nil.
    func of(suiteAt depth: Int?) -> Registration {
        var copy = self
        copy.depth = depth
        if depth != nil { copy.responses = responses.map { $0.optional() } }
        return copy
    }
}

extension Registration {
    /// The problems of the responses and the method; those of the host and the path are found with the route's key.
    var problems: [RegistrationProblem] {
        let name = name
        var problems: [RegistrationProblem] = []
        func report(_ text: String) {
            problems.append(RegistrationProblem(text: text, location: location))
        }
        if responses.isEmpty, purpose == .adding {
            problems.append(.nothingIn("the registration of \(name)", location: location))
        }
        let lengths = (responses.map(\.headers) + [headers]).compactMap { $0["Content-Length"] }
        for length in lengths where ResponseHeaders.length(length) == nil {
            report(
                "a response for \(name) has the Content-Length \"\(length)\", which is not a number of bytes. To fix this, "
                    + "leave out the field, which is set by itself.")
        }
        for response in responses {
            guard case .takeover(let takeover) = response.content else { continue }
            var fields = headers
            fields.override(with: response.headers)
            let flaws = takeover.value.flaws(fields: fields, method: method, cutsBody: response.delivery.cutsBody)
            for flaw in flaws { report("a response for \(name) \(flaw).") }
        }
        for flaw in responses.compactMap(\.statusFlaw) { report("a response for \(name) \(flaw).") }
        for count in responses.compactMap(\.lifetime.count) where count < 1 {
            report(
                "a response for \(name) with the lifetime .multiple(\(count)) would never serve and was dropped. "
                    + "Write .multiple(1), or a greater count.")
        }
        if let method {
            let sent = method.rawValue.uppercased()
            if Self.uppercased.contains(sent), method.rawValue != sent {
                report(
                    "the method \"\(method)\" matches no request, because URLRequest spells it \(sent). "
                        + "Write .\(method.rawValue.lowercased()).")
            }
        }
        return problems
    }

    /// Method, host and path, as in `GET api.example.com/user`; secrets are masked.
    private var name: String {
        let separator = path.hasPrefix("/") ? "" : "/"
        let name = Redaction.text(ofHost: "\(host)\(separator)\(path)")
        guard let method else { return name }
        return "\(method) \(name)"
    }

    /// The methods that `URLRequest` changes to upper case.
    private static let uppercased: Set<String> = ["GET", "POST", "PUT", "DELETE", "HEAD", "CONNECT"]
}
