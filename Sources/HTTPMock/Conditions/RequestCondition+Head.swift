import Foundation

extension RequestCondition {
    /// Matches a request that has a header field, whatever its value.
    ///
    /// - Parameter name: The field's name, in any case.
    public static func header(_ name: String) -> RequestCondition {
        RequestCondition(
            "header \(name) is present", identity: "header \(name.lowercased())",
            source: ".header(\(name.debugDescription))", work: .headOnly
        ) { request in
            request.header(name) == nil ? "no \(name) header" : nil
        }
    }

    /// Matches a request that has a header field with a value.
    ///
    /// - Parameters:
    ///   - name: The field's name, in any case.
    ///   - glob: The value; `*` matches any run of characters, case counts.
    public static func header(_ name: String, _ glob: String) -> RequestCondition {
        let pattern = TextGlob(glob)
        let expected = Redaction.headerValue(glob, of: name).debugDescription
        let identity = "header \(name.lowercased()) is \(glob.debugDescription)"
        let isSecret = Redaction.isSecret(name)
        let source: @Sendable (String) -> String = {
            ".header(\(name.debugDescription), \(isSecret ? "…" : $0.debugDescription))"
        }
        return RequestCondition(
            "header \(name) is \(expected)", identity: identity, source: source(glob), work: .headOnly,
            edit: { request in
                guard !isSecret, let value = request.header(name), value.count <= 80,
                    [value, glob].allSatisfy({ Redaction.headerValue($0, of: name) == $0 })
                else { return nil }
                return (source(glob), source(value))
            },
            mismatch: { request in
                guard let value = request.header(name) else { return "no \(name) header, expected \(expected)" }
                guard !pattern.matches(value) else { return nil }
                let actual = Redaction.headerValue(value, of: name).debugDescription
                guard actual != expected else { return "header \(name) differs" }
                let isCase = TextGlob(glob.lowercased()).matches(value.lowercased())
                return "header \(name) is \(actual), expected \(expected)\(isCase ? " (case counts)" : "")"
            })
    }

    /// Matches a request with a bearer token in `Authorization`.
    ///
    /// - Parameter token: The token.
    /// - SeeAlso: [RFC 6750 §2.1](https://www.rfc-editor.org/rfc/rfc6750.html#section-2.1)
    public static func bearerToken(_ token: String) -> RequestCondition {
        let hasScheme = token.lowercased().hasPrefix("bearer ")
        return authorization(
            "Bearer", token, source: ".bearerToken(…)", description: "a bearer token",
            difference: hasScheme
                ? "the bearer token differs; write it without \"Bearer \", which the condition adds"
                : "the bearer token differs")
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
            source: ".basicAuth(user: \(user.debugDescription), password: …)",
            description: "basic authentication as \(user.debugDescription)",
            difference: "the user or the password of the basic authentication differs")
    }

    /// Matches a request whose URL has a scheme.
    ///
    /// - Parameter scheme: The scheme, in any case, such as `https`.
    public static func scheme(_ scheme: String) -> RequestCondition {
        let expected = scheme.lowercased()
        let source = expected.debugDescription
        return RequestCondition(
            "scheme is \(source)", source: ".scheme(\(source))", work: .headOnly,
            edit: { (".scheme(\(source))", ".scheme(\($0.target.scheme.debugDescription))") },
            mismatch: { request in
                guard request.target.scheme != expected else { return nil }
                return "scheme is \(request.target.scheme.debugDescription), expected \(source)"
            })
    }

    private static func authorization(
        _ scheme: String, _ value: String, source: String, description: String, difference: String
    ) -> RequestCondition {
        RequestCondition(
            description, identity: "authorization \(scheme) \(value)", source: source, work: .headOnly
        ) { request in
            guard let field = request.header("Authorization") else {
                return "no Authorization header, expected \(description)"
            }
            let parts = field.split(separator: " ", maxSplits: 1)
            if parts.count == 1 { return "header Authorization has no scheme, expected \"\(scheme) …\"" }
            guard parts.count == 2, String(parts[0]).isEqualIgnoringCase(to: scheme) else {
                let actual = Redaction.headerValue(field, of: "Authorization").debugDescription
                return "header Authorization is \(actual), expected \(description)"
            }
            let isEqual = parts[1].trimmingCharacters(in: .whitespaces).hasSameCodeUnits(as: value)
            return isEqual ? nil : difference
        }
    }
}
