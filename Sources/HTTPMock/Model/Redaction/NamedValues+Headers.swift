import Foundation

extension NamedValues {
    /// Replaces the value of a header field, or the values in it.
    package static func header(_ value: String, of name: String, _ replace: ValueReplacement) -> String {
        let lowercased = name.lowercased()
        switch lowercased {
        case "cookie", "set-cookie":
            if let replacement = replace(NamedPlace(.cookieField, name), value) { return replacement }
            if lowercased == "set-cookie" {
                return SetCookie.split(value).map { cookie($0, replace) }.joined(separator: ", ")
            }
            return value.split(separator: ";", omittingEmptySubsequences: false).map { cookie(String($0), replace) }
                .joined(separator: ";")
        case _ where lowercased.hasSuffix("authorization"): return credentials(value, of: name, replace)
        case _ where addresses.contains(lowercased):
            return replace(NamedPlace(.header, name), value) ?? url(value, replace)
        default: return self.value(value, at: NamedPlace(.header, name), replace) ?? value
        }
    }

    /// Replaces the value of one cookie, and keeps its attributes.
    private static func cookie(_ text: String, _ replace: ValueReplacement) -> String {
        guard let equals = text.firstIndex(of: "=") else {
            return text.isEmpty ? text : replace(NamedPlace(.cookie), text) ?? text
        }
        let start = text.index(after: equals)
        let value = text[start...].prefix { $0 != ";" }
        let name = text[..<equals].trimmingCharacters(in: .whitespaces)
        guard let replacement = replace(NamedPlace(.cookie, name), String(value)) else { return text }
        return text[..<start] + replacement + text[value.endIndex...]
    }

    /// Replaces credentials, and keeps a scheme that is known.
    ///
    /// Another first word may be the secret itself.
    ///
    /// - SeeAlso: [RFC 9110 §11.4](https://www.rfc-editor.org/rfc/rfc9110.html#section-11.4)
    private static func credentials(_ value: String, of name: String, _ replace: ValueReplacement) -> String {
        let place = NamedPlace(.header, name)
        guard let space = value.firstIndex(of: " "), schemes.contains(value[..<space].lowercased()) else {
            return replace(place, value) ?? value
        }
        let secret = String(value[value.index(after: space)...])
        return value[...space] + (replace(place, secret) ?? secret)
    }

    /// The header fields whose value is a URL.
    private static let addresses: Set<String> = [
        "content-location", "location", "origin", "referer", "x-original-url", "x-rewrite-url",
    ]

    /// The authentication schemes that are shown.
    ///
    /// - SeeAlso: [HTTP Authentication Schemes](https://www.iana.org/assignments/http-authschemes/http-authschemes.xhtml)
    private static let schemes: Set<String> = [
        "apikey", "aws4-hmac-sha256", "basic", "bearer", "concealed", "digest", "dpop", "gnap", "hawk", "hoba",
        "mutual", "negotiate", "ntlm", "oauth", "privatetoken", "scram-sha-1", "scram-sha-256", "signature", "token",
        "vapid",
    ]
}
