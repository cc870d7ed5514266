import Foundation

extension RequestCondition {
    /// A header field is there, whatever its value.
    ///
    /// - Parameter name: The field's name, in any case.
    public static func header(_ name: String) -> RequestCondition {
        RequestCondition(
            "header \(name) is there", identity: "header \(name.lowercased())",
            swiftSource: ".header(\(name.debugDescription))", work: .headOnly
        ) { request in
            request.header(name) == nil ? "header \(name) is missing" : nil
        }
    }

    /// A header field has a value.
    ///
    /// - Parameters:
    ///   - name: The field's name, in any case.
    ///   - glob: The value; `*` is any run of characters, case counts.
    public static func header(_ name: String, _ glob: String) -> RequestCondition {
        let pattern = HeaderGlob(glob)
        let expected = Redaction.headerValue(glob, of: name).debugDescription
        let identity = "header \(name.lowercased()) is \(glob.debugDescription)"
        let source = ".header(\(name.debugDescription), \(glob.debugDescription))"
        return RequestCondition(
            "header \(name) is \(expected)", identity: identity, swiftSource: Redaction.isSecret(name) ? nil : source,
            work: .headOnly
        ) { request in
            guard let value = request.header(name) else { return "header \(name) is missing, expected \(expected)" }
            guard !pattern.matches(value) else { return nil }
            let note = HeaderGlob(glob.lowercased()).matches(value.lowercased()) ? " (case counts)" : ""
            let actual = Redaction.headerValue(value, of: name).debugDescription
            return "header \(name) is \(actual), expected \(expected)\(note)"
        }
    }

    /// `Authorization` has a bearer token.
    ///
    /// - Parameter token: The token.
    /// - SeeAlso: [RFC 6750 §2.1](https://www.rfc-editor.org/rfc/rfc6750.html#section-2.1)
    public static func bearerToken(_ token: String) -> RequestCondition {
        authorization("Bearer", token, description: "a bearer token", difference: "the bearer token differs")
    }

    /// `Authorization` has a user's name and password.
    ///
    /// - Parameters:
    ///   - user: The name, without a colon.
    ///   - password: The password.
    /// - SeeAlso: [RFC 7617 §2](https://www.rfc-editor.org/rfc/rfc7617.html#section-2)
    public static func basicAuth(user: String, password: String) -> RequestCondition {
        let credentials = Data("\(user):\(password)".utf8).base64EncodedString()
        return authorization(
            "Basic", credentials, description: "basic authentication as \(user.debugDescription)",
            difference: "the user or the password differs")
    }

    /// The URL has a scheme.
    ///
    /// - Parameter scheme: The scheme, in any case, such as `https`.
    public static func scheme(_ scheme: String) -> RequestCondition {
        let expected = scheme.lowercased()
        let source = expected.debugDescription
        return RequestCondition("scheme is \(source)", swiftSource: ".scheme(\(source))", work: .headOnly) { request in
            request.target.scheme == expected
                ? nil : "scheme is \(request.target.scheme.debugDescription), expected \(source)"
        }
    }

    /// The body is, byte for byte, this.
    ///
    /// - Parameter data: All of the body.
    public static func body(_ data: Data) -> RequestCondition {
        let identity = "body is \(data.base64EncodedString())"
        return RequestCondition("body is \(data.count) given bytes", identity: identity, work: .readsBody) { request in
            guard request.body != data else { return nil }
            return request.body.count == data.count
                ? "body has the expected length, but different bytes"
                : "body has \(request.body.count) bytes, expected \(data.count)"
        }
    }

    /// The body, as UTF-8 text, has this somewhere in it.
    ///
    /// - Parameter text: A part of the body; case counts.
    public static func body(containing text: String) -> RequestCondition {
        let bytes = Data(text.utf8)
        let masked = Redaction.text(ofFields: text)
        let identity = "body contains \(text.debugDescription)"
        let source = masked == text ? ".body(containing: \(text.debugDescription))" : nil
        return RequestCondition(
            "body contains \(masked.debugDescription)", identity: identity, swiftSource: source, work: .readsBody
        ) {
            request in
            bytes.isEmpty || request.body.range(of: bytes) != nil
                ? nil : "body does not contain \(masked.debugDescription)"
        }
    }

    /// A field of a GraphQL request names its operation.
    ///
    /// Taken from `operationName`, in a JSON body or the query, or else from the first operation that `query` names.
    ///
    /// - Parameter operation: The operation's name.
    /// - SeeAlso: [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters)
    public static func graphQL(operation: String) -> RequestCondition {
        let source = operation.debugDescription
        return RequestCondition(
            "GraphQL operation is \(source)", swiftSource: ".graphQL(operation: \(source))", work: .readsBody
        ) {
            request in
            guard let name = GraphQLOperation.name(in: request) else {
                return "the request names no GraphQL operation, expected \(source)"
            }
            return name == operation ? nil : "GraphQL operation is \(name.debugDescription), expected \(source)"
        }
    }

    /// All fields of a form, and no other; order doesn't count.
    ///
    /// - Parameter fields: Values by name, as they are before `+` and percent encoding.
    public static func form(_ fields: [String: String]) -> RequestCondition {
        let sorted = fields.sorted { $0.key < $1.key }
        let text = sorted.map { "\($0.key)=\(Redaction.isSecret($0.key) ? Redaction.mask : $0.value)" }
        let identity = sorted.map { "\($0.key.debugDescription)=\($0.value.debugDescription)" }
        return RequestCondition(
            "form is \(text.joined(separator: "&"))", identity: "form is \(identity.joined(separator: "&"))",
            work: .readsBody
        ) { request in
            if let problem = request.formProblem { return problem }
            var found: [String: [String]] = [:]
            for item in request.form { found[item.name, default: []].append(item.value ?? "") }
            for (name, value) in sorted {
                guard let values = found.removeValue(forKey: name) else { return "form field \(name) is missing" }
                guard values == [value] else {
                    guard !Redaction.isSecret(name) else { return "form field \(name) has another value" }
                    let actual = values.joined(separator: ", ").debugDescription
                    return "form field \(name) is \(actual), expected \(value.debugDescription)"
                }
            }
            return found.keys.min().map { "form field \($0) was not expected" }
        }
    }

    /// Whatever a predicate says.
    ///
    /// - Parameters:
    ///   - description: What must hold, for diagnostics; also what tells two such conditions apart.
    ///   - predicate: Whether it does; asked once a request, not on Foundation's queues and under no lock.
    public static func `where`(
        _ description: String, _ predicate: @escaping @Sendable (MockRequest) -> Bool
    ) -> RequestCondition {
        RequestCondition(description, identity: "where \(description)", work: .runsUserCode) {
            predicate($0) ? nil : ".where(\(description.debugDescription)) returned false"
        }
    }

    private static func authorization(
        _ scheme: String, _ value: String, description: String, difference: String
    ) -> RequestCondition {
        RequestCondition(description, identity: "authorization \(scheme) \(value)", work: .headOnly) { request in
            guard let field = request.header("Authorization") else {
                return "no Authorization header, expected \(description)"
            }
            let parts = field.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, String(parts[0]).isEqualIgnoringCase(to: scheme) else {
                let actual = Redaction.headerValue(field, of: "Authorization").debugDescription
                return "header Authorization is \(actual), expected \(description)"
            }
            return parts[1].trimmingCharacters(in: .whitespaces) == value ? nil : difference
        }
    }
}
