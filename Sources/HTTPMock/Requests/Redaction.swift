import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Keeps secrets out of texts: the log's, the diagnosis's, the HAR's.
package enum Redaction {
    /// What stands in a secret's place.
    package static let mask = "REDACTED"

    /// Whether what has this name is a secret: a header field, a query item, a member of a form or of a JSON object.
    ///
    /// Words count, not letters: `accessToken` and `X-API-Key` are secrets, `tokenizer`, `author` and `max_tokens` not.
    ///
    /// - Parameter name: The name; case and separators don't count.
    package static func isSecret(_ name: String) -> Bool {
        let words = words(of: name)
        guard let last = words.last else { return false }
        let joined = words.joined()
        if wholeNames.contains(joined) { return true }
        if descriptions.contains(last) { return false }
        return words.contains { secretWords.contains($0) } || endings.contains { joined.hasSuffix($0) }
    }

    /// Names that are secrets only as a whole: `code` is, `country_code` is not.
    private static let wholeNames: Set<String> = [
        "assertion", "auth", "bearer", "code", "codeverifier", "otp", "pass", "pin", "sid", "sig", "tokens", "xauth",
    ]
    /// Words that make a secret of any name they are in.
    private static let secretWords: Set<String> = [
        "authorization", "cookie", "credential", "credentials", "jwt", "passphrase", "passwd", "password", "pwd",
        "secret", "signature", "token",
    ]
    /// What names end with whose words run together or are told apart: `accesstoken`, `api_key`.
    private static let endings = [
        "accesskey", "apikey", "assertion", "credential", "passphrase", "passwd", "password", "privatekey", "secret",
        "secretkey", "sessid", "sessionid", "sessionkey", "signature", "signingkey", "token",
    ]
    /// Last words by which a name tells something about a secret rather than the secret itself.
    private static let descriptions: Set<String> = [
        "count", "expires", "expiry", "in", "length", "limit", "type", "url", "uri",
    ]

    /// The words of a name in lower case, told apart by what is no letter or digit and by capitals.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var previous: Character?
        let characters = Array(name)
        for (index, character) in characters.enumerated() {
            guard character.isLetter || character.isNumber else {
                if !word.isEmpty { words.append(word) }
                (word, previous) = ("", nil)
                continue
            }
            // A capital begins a word behind a small letter, and before one where capitals run: `idToken`, `IDToken`.
            let isBeforeSmall = index + 1 < characters.count && characters[index + 1].isLowercase
            if character.isUppercase, let previous, previous.isLowercase || previous.isUppercase && isBeforeSmall {
                words.append(word)
                word = ""
            }
            word += character.lowercased()
            previous = character
        }
        return word.isEmpty ? words : words + [word]
    }

    /// A header field's value, masked if its name says so; of `Authorization` the scheme stays, of an address all but
    /// its secrets.
    static func headerValue(_ value: String, of name: String) -> String {
        guard isSecret(name) else {
            guard addresses.contains(name.lowercased()), let url = URL(string: value) else { return value }
            return text(of: url)
        }
        guard name.lowercased().hasSuffix("authorization"), let space = value.firstIndex(of: " ") else { return mask }
        return "\(value[..<space]) \(mask)"
    }

    /// Header fields whose value is a URL.
    private static let addresses: Set<String> = ["content-location", "location", "origin", "referer"]

    /// A URL's text, with user and password, the secret items of its query, and those of a fragment masked.
    package static func text(of url: URL) -> String {
        let text = url.absoluteString
        guard text.utf8.contains(where: { "@?#".utf8.contains($0) }),
            var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return text }
        var isChanged = false
        // The user alone may be a key, as some services have it.
        if components.user != nil || components.password != nil {
            (components.user, components.password) = (mask, nil)
            isChanged = true
        }
        if let items = components.percentEncodedQueryItems, items.contains(where: isSecretItem) {
            components.percentEncodedQueryItems = items.map { item in
                isSecretItem(item) ? URLQueryItem(name: item.name, value: mask) : item
            }
            isChanged = true
        }
        if let fragment = components.percentEncodedFragment {
            let masked = self.text(ofForm: fragment)
            isChanged = isChanged || masked != fragment
            components.percentEncodedFragment = masked
        }
        return isChanged ? components.string ?? text : text
    }

    /// A form's text, with the values of its secret fields masked.
    static func text(ofForm text: String) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { field in
            let name = field.prefix { $0 != "=" }
            guard name.count < field.count else { return String(field) }
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

    /// An error's text; of one of the loading system its code, because its details have the URL as it was.
    static func text(of error: any Error) -> String {
        if let error = error as? URLError { return "URLError \(error.code.rawValue)" }
        if let error = error as? HTTPMockError { return error.message }
        let text = "\(error)"
        let foundationError = error as NSError
        return foundationError.domain == NSURLErrorDomain ? "URLError \(foundationError.code)" : text
    }

    private static func isSecretItem(_ item: URLQueryItem) -> Bool {
        item.value != nil && isSecret(item.name.removingPercentEncoding ?? item.name)
    }
}
