import Foundation

extension RequestCondition {
    /// Matches a request that has a header field, whatever its value.
    ///
    /// - Parameter name: The field's name, in any case.
    public static func header(_ name: String) -> RequestCondition {
        RequestCondition(
            "header \(name) is present", identity: "header \(name.lowercased())",
            source: ".header(\(name.swiftLiteral))", work: .headOnly
        ) { request in
            guard request.header(name) == nil else { return nil }
            return "no \(name) header"
        }
    }

    /// Matches a request that has a header field with a value.
    ///
    /// - Parameters:
    ///   - name: The field's name, in any case.
    ///   - glob: The value; `*` matches any run of characters, case counts.
    public static func header(_ name: String, _ glob: String) -> RequestCondition {
        let pattern = TextGlob(glob)
        let expected = Redaction.headerValue(glob, of: name).swiftLiteral
        let identity = "header \(name.lowercased()) is \(glob.swiftLiteral)"
        let isSecret = Redaction.isSecret(name)
        let source: @Sendable (String) -> String = { value in
            let argument = isSecret ? "…" : value.swiftLiteral
            return ".header(\(name.swiftLiteral), \(argument))"
        }
        return RequestCondition(
            "header \(name) is \(expected)", identity: identity, source: source(glob), work: .headOnly
        ) { request in
            guard let value = request.header(name) else { return "no \(name) header, expected \(expected)" }
            guard !pattern.matches(value) else { return nil }
            let actual = Redaction.headerValue(value, of: name).swiftLiteral
            let areUnmasked = actual == value.swiftLiteral && expected == glob.swiftLiteral
            var edit: ConditionEdit?
            // A value that fills a line is no short edit.
            let isShort = value.count <= 80
            if areUnmasked, !isSecret, isShort {
                edit = ConditionEdit(source(glob), suggested: source(value))
            }
            guard actual != expected else { return Mismatch("header \(name) differs", edit: edit) }
            var reason = "header \(name) is \(actual), expected \(expected)"
            if TextGlob(glob.lowercased()).matches(value.lowercased()) { reason += " (case counts)" }
            return Mismatch(reason, edit: edit)
        }
    }

    /// Matches a request with a bearer token in `Authorization`.
    ///
    /// - Parameter token: The token.
    /// - SeeAlso: [RFC 6750 §2.1](https://www.rfc-editor.org/rfc/rfc6750.html#section-2.1)
    public static func bearerToken(_ token: String) -> RequestCondition {
        var difference = "the bearer token differs"
        if token.lowercased().hasPrefix("bearer ") {
            difference += "; write it without \"Bearer \", which the condition adds"
        }
        return authorization(
            "Bearer", token, source: ".bearerToken(…)", description: "a bearer token", difference: difference)
    }

    /// Matches a request with a user's name and password in `Authorization`.
    ///
    /// - Parameters:
    ///   - user: The name, without a colon.
    ///   - password: The password.
    /// - SeeAlso: [RFC 7617 §2](https://www.rfc-editor.org/rfc/rfc7617.html#section-2)
    public static func basicAuth(user: String, password: String) -> RequestCondition {
        authorization(
            "Basic", Data("\(user):\(password)".utf8).base64EncodedString(),
            source: ".basicAuth(user: \(user.swiftLiteral), password: …)",
            description: "basic authentication as \(user.swiftLiteral)",
            difference: "the user or the password of the basic authentication differs")
    }

    /// Matches a request whose URL has a scheme.
    ///
    /// - Parameter scheme: The scheme, in any case, such as `https`.
    public static func scheme(_ scheme: String) -> RequestCondition {
        let expected = scheme.lowercased().swiftLiteral
        let source = ".scheme(\(scheme.swiftLiteral))"
        return RequestCondition("scheme is \(expected)", source: source, work: .headOnly) { request in
            let actual = request.target.scheme.swiftLiteral
            guard actual != expected else { return nil }
            let edit = ConditionEdit(source, suggested: ".scheme(\(actual))")
            return Mismatch("scheme is \(actual), expected \(expected)", edit: edit)
        }
    }

    /// Matches the scheme, in any case, and the credentials in `Authorization`.
    ///
    /// - Parameter difference: The reason of a mismatch if only the credentials differ.
    private static func authorization(
        _ scheme: String, _ credentials: String, source: String, description: String, difference: String
    ) -> RequestCondition {
        RequestCondition(
            description, identity: "authorization \(scheme) \(credentials)", source: source, work: .headOnly
        ) { request in
            guard let field = request.header("Authorization") else {
                return "no Authorization header, expected \(description)"
            }
            let parts = field.split(separator: " ", maxSplits: 1)
            let hasScheme = parts.first.map { String($0).isEqualIgnoringCase(to: scheme) } ?? false
            if parts.count == 1 {
                return "header Authorization has no \(hasScheme ? "credentials" : "scheme"), expected \"\(scheme) …\""
            }
            guard hasScheme else {
                let actual = Redaction.headerValue(field, of: "Authorization").swiftLiteral
                return "header Authorization is \(actual), expected \(description)"
            }
            let isEqual = parts[1].trimmingCharacters(in: .whitespaces).hasSameCodeUnits(as: credentials)
            guard isEqual else { return Mismatch(difference) }
            return nil
        }
    }
}
