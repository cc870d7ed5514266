extension Redaction {
    /// Returns a header field's value without secrets.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The field's name. A secret name masks all of the value, except the scheme of an authorization.
    package static func headerValue(_ value: String, of name: String) -> String {
        guard isSecret(name) else {
            return addresses.contains(name.lowercased()) ? text(ofAddress: value) : text(ofValue: value)
        }
        guard name.lowercased().hasSuffix("authorization"), let space = value.firstIndex(of: " "),
            schemes.contains(value[..<space].lowercased())
        else { return mask }
        return "\(value[..<space]) \(mask)"
    }

    /// The header fields whose value is a URL.
    private static let addresses: Set<String> = [
        "content-location", "location", "origin", "referer", "x-original-url", "x-rewrite-url",
    ]

    /// The authentication schemes that are shown.
    ///
    /// Another first word may be the secret itself.
    ///
    /// - SeeAlso: [HTTP Authentication Schemes](https://www.iana.org/assignments/http-authschemes/http-authschemes.xhtml)
    private static let schemes: Set<String> = [
        "apikey", "aws4-hmac-sha256", "basic", "bearer", "concealed", "digest", "dpop", "gnap", "hawk", "hoba",
        "mutual",
        "negotiate", "ntlm", "oauth", "privatetoken", "scram-sha-1", "scram-sha-256", "signature", "token", "vapid",
    ]
}
