import Foundation

/// Keeps secrets out of texts: the log's, the diagnosis's, the HAR's.
enum Redaction {
    /// What stands in a secret's place.
    static let mask = "REDACTED"

    /// Whether what has this name is a secret: a header field, a query item, a member of a form or of a JSON object.
    ///
    /// - Parameter name: The name; case and separators don't count.
    static func isSecret(_ name: String) -> Bool {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return exact.contains(plain) || parts.contains { plain.contains($0) }
    }

    private static let exact: Set<String> = [
        "authorization", "proxyauthorization", "cookie", "setcookie", "auth", "pwd", "pass", "pin", "otp", "jwt", "sig",
        "signature", "xauth", "sessionid", "sid", "code", "assertion",
    ]
    private static let parts = [
        "token", "secret", "password", "passwd", "passphrase", "apikey", "accesskey", "privatekey", "credential",
    ]

    /// A header field's value, masked if its name says so; of `Authorization` the scheme stays.
    static func headerValue(_ value: String, of name: String) -> String {
        guard isSecret(name) else { return value }
        guard name.lowercased().hasSuffix("authorization"), let space = value.firstIndex(of: " ") else { return mask }
        return "\(value[..<space]) \(mask)"
    }

    /// A URL's text, with the password and the secret items of its query masked.
    static func text(of url: URL) -> String {
        let text = url.absoluteString
        guard url.password != nil || url.query(percentEncoded: true) != nil,
            var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return text }
        var isChanged = false
        if components.password != nil {
            components.password = mask
            isChanged = true
        }
        if let items = components.percentEncodedQueryItems, items.contains(where: isSecretItem) {
            components.percentEncodedQueryItems = items.map { item in
                isSecretItem(item) ? URLQueryItem(name: item.name, value: mask) : item
            }
            isChanged = true
        }
        return isChanged ? components.string ?? text : text
    }

    /// A form's text, with the values of its secret fields masked.
    static func text(ofForm text: String) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { field in
            let name = field.prefix { $0 != "=" }
            let isSecret = isSecret(String(decoding: PercentEncoding.decode(Array(name.utf8)), as: UTF8.self))
            return isSecret ? "\(name)=\(mask)" : String(field)
        }.joined(separator: "&")
    }

    /// A piece of a body, masked behind the first field that its name tells to be secret: `a=1&token=REDACTED`.
    static func text(ofFields text: String) -> String {
        let scalars = text.unicodeScalars
        for index in scalars.indices where scalars[index] == "=" || scalars[index] == ":" {
            let before = scalars[..<index].reversed().drop { $0 == "\"" || $0 == "'" || $0.properties.isWhitespace }
            let name = before.prefix {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0)
            }
            if isSecret(String(String.UnicodeScalarView(name.reversed()))) { return "\(text[...index])\(mask)" }
        }
        return text
    }

    private static func isSecretItem(_ item: URLQueryItem) -> Bool {
        item.value != nil && isSecret(item.name.removingPercentEncoding ?? item.name)
    }
}
