import Foundation

/// Masks secrets in texts: those of the log, of diagnoses and of the HAR.
///
/// A value is masked because of its name, or as a part of an address or a credential. These values are masked:
/// - header fields, query items, form fields (also in parts), cookies and JSON members with a secret name, at any
///   depth: also in JSON inside a string, a form or a query, in a nested URL, and in the parameters of a header;
/// - the value in `{"name": "password", "value": …}`;
/// - the credentials of an authorization header, whose scheme is shown if it is a known one;
/// - the user and the password of a URL;
/// - arguments with a secret name that are written as a literal, as in GraphQL: `login(password: "…")`;
/// - a line or a quoted text that is a header field with a secret name: `curl -H 'X-Api-Key: …'`.
///
/// Secrets in a path, in prose and in XML are not masked, because nothing marks them. The same is true for a body that
/// is compressed, and for values without quotes in a program. Values that a program reads from `MockRequest` are never
/// masked.
///
/// ``NamedValues`` finds the values, here and for cassettes.
package enum Redaction {
    package static let mask = "REDACTED"

    /// Returns the mask of the log for a secret value; nil for other values.
    package static func masked(_ place: NamedPlace, _ value: String) -> String? {
        let name = place.names.last ?? ""
        guard place.isAlwaysSecret || isSecret(name, at: place, value) else { return nil }
        if place.kind == .jsonContainer, !isSecretInside(name) { return nil }
        return [.jsonNumber, .jsonWord, .jsonContainer].contains(place.kind) ? "\"\(mask)\"" : mask
    }

    /// Returns a URL's text without user, password and the secrets of its query and fragment.
    package static func text(of url: URL) -> String { text(ofAddress: url.absoluteString) }

    /// Returns a URL or a reference without secrets; the text may be malformed.
    package static func text(ofAddress text: String) -> String { NamedValues.url(text, masked) }

    /// Returns a text of unknown content without secrets: JSON, a URL, parameters, or none of these.
    package static func text(ofValue text: String) -> String { NamedValues.text(text, masked) ?? text }

    static func value(_ value: String, of name: String) -> String { isSecret(name) ? mask : text(ofValue: value) }

    /// Returns a header field's value without secrets.
    ///
    /// A secret name masks all of the value, except the scheme of an authorization.
    package static func headerValue(_ value: String, of name: String) -> String {
        NamedValues.header(value, of: name, masked)
    }

    /// Returns a body, which may be cut off, without secrets.
    package static func body(_ body: Data, type: String?) -> Data { NamedValues.body(body, type: type, masked) }

    /// Returns the text of a body without secrets, cut to the limit of messages.
    static func shownText(of data: Data, type: String?) -> String {
        String(decoding: body(data, type: type), as: UTF8.self).shortened
    }

    /// Returns a part of a body, masked after the first name of a secret: `a=1&token=REDACTED`.
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

    /// Returns the text of an error without secrets.
    ///
    /// Only the code of a `URLError` is shown, because its details contain the URL.
    package static func text(of error: any Error) -> String {
        if let error = error as? HTTPMockError { return error.message }
        let foundationError = error as NSError
        if foundationError.domain == NSURLErrorDomain { return "URLError \(foundationError.code)" }
        if let text = CodingErrorText(error)?.text { return self.text(ofValue: text) }
        if let error = error as? any LocalizedError {
            return self.text(ofValue: error.errorDescription ?? "\(type(of: error))")
        }
        return self.text(ofValue: "\(error)")
    }
}

extension Redaction {
    /// Returns whether a name marks a secret.
    ///
    /// The name is that of a header field, a query item, a form field or a JSON member.
    ///
    /// Whole words count: `accessToken`, `X-API-Keys` and `password2` are secrets; `tokenizer`, `author` and
    /// `max_tokens` are not.
    ///
    /// - Parameter name: The name; case and separators do not count.
    package static func isSecret(_ name: String) -> Bool {
        // Nothing longer is a name; base64 before its padding looks like one.
        guard name.utf8.count <= 256 else { return false }
        if let isSecret = knownNames.withLock({ $0[name] }) { return isSecret }
        let isSecret = hasSecretWords(name)
        knownNames.withLock { known in
            if known.count >= nameLimit { known = [:] }
            known[name] = isSecret
        }
        return isSecret
    }

    /// Returns whether a name marks a value as a secret.
    ///
    /// In JSON, a `key` is mostly that of a table. Only a value that looks random is a secret.
    package static func isSecret(_ name: String, at place: NamedPlace, _ value: String) -> Bool {
        guard isSecret(name) else { return false }
        guard [.json, .jsonNumber, .jsonWord].contains(place.kind), name.lowercased() == "key" else { return true }
        return value.utf8.count >= 16 && value.utf8.allSatisfy(\.isTokenCharacter)
            && value.count(where: \.isNumber) > 1 && value.contains(where: \.isLetter)
    }

    /// The names that were looked at, few because the messages of one service have few different names.
    private static let knownNames = Locked<[String: Bool]>([:])
    private static let nameLimit = 4_096

    private static func hasSecretWords(_ name: String) -> Bool {
        let words = words(of: name)
        guard let last = words.last, !isDescription(words) else { return false }
        let joined = words.joined()
        // In a program, `s.id` is the member of a variable.
        let own = name.contains(".") ? self.words(of: String(name.split(separator: ".").last ?? "")).joined() : joined
        if wholeNames.contains(own) { return true }
        // The names of a series, such as `key1`.
        if words == ["key"], name.last?.isNumber == true { return false }
        if zip(words, words.dropFirst()).contains(where: { $0 == "private" && $1 == "key" }) { return last != "id" }
        if last == "key" || last == "keys" { return !publicKeys.contains(words.dropLast().last ?? "") }
        if joined.hasSuffix("tokens") {
            return !countedTokens.contains(last == "tokens" ? words.dropLast().last ?? "" : String(last.dropLast(6)))
        }
        if storeWords.contains(last) || identifiers.contains(last) && words.contains(where: storeWords.contains) {
            return true
        }
        let singular = joined.hasSuffix("s") ? String(joined.dropLast()) : joined
        return words.contains {
            secretWords.contains($0) || $0.hasSuffix("s") && secretWords.contains(String($0.dropLast()))
        }
            || endings.contains { joined.hasSuffix($0) || singular.hasSuffix($0) }
    }

    /// Returns whether a secret name also marks the values inside of an object or an array.
    ///
    /// A `ticket`, a `pin` or a `key` that is an object is not that of a login.
    package static func isSecretInside(_ name: String) -> Bool {
        !["key", "pin", "otp", "ticket"].contains(words(of: name).joined())
    }

    /// Returns whether a name is that of a header field with a secret.
    ///
    /// In other texts than messages, a name without a hyphen may be that of a variable.
    static func isSecretField(_ name: String) -> Bool {
        name.utf8.allSatisfy(\.isTokenCharacter) && isSecret(name)
            && (name.contains("-") || ["authorization", "cookie"].contains(name.lowercased()))
    }

    /// Returns whether two texts are a header field with a secret and its value, and not two names of fields.
    package static func isFieldPair(_ name: String, _ value: String) -> Bool {
        isSecretField(name)
            && !value.utf8.allSatisfy { $0 == UInt8(ascii: "-") || ("a"..."z").contains(Unicode.Scalar($0 | 0x20)) }
    }

    /// Returns whether a JSON member's value is masked in a diagnosis.
    ///
    /// A diagnosis shows `code` and `pin`, because in JSON these are mostly error codes and the like.
    package static func isSecretInDiagnosis(_ name: String) -> Bool {
        isSecret(name) && !["code", "pin"].contains(words(of: name).joined())
    }

    /// The names that are secrets only as a whole: `code` is a secret, `country_code` is not.
    private static let wholeNames = set(
        "assertion auth bearer code codeverifier mfacode otp pass pin pincode sid sig smscode ticket")
    /// The words that make any name a secret.
    private static let secretWords = set(
        """
        authorization cred credential csrf cvc cvv hmac jwt mnemonic passphrase passwd password pw pwd secret \
        signature token xsrf
        """)
    /// The words that make a name a secret if they end the name, or if an identifier or a value follows.
    ///
    /// `session_id` and `X-Session` are secrets; `session_title`, `sessions` and `cookie_support` are not.
    private static let storeWords = set("session vault").union(["cookie", "cookies"])
    private static let identifiers = set("data hash id identifier ticket uid uuid value")
    /// The endings of secret names whose words are not separated: `accesstoken`, `apikey`.
    private static let endings = set(
        """
        accesskey apikey applicationkey assertion authkey credential encryptionkey functionskey masterkey passphrase \
        passwd password privatekey secret secretkey securitycode seedphrase sessid sessionid sessionkey signature \
        signingkey subscriptionkey token userpass
        """)
    /// The words before `key` that name a key which is no secret.
    private static let publicKeys = set("cache foreign idempotency partition primary public routing sort")
    /// The words before `tokens` that count the tokens of a language model.
    private static let countedTokens = set(
        """
        audio cached completion input max min num output prediction prompt reasoning text thinking total used
        """)

    /// The last words of names that describe a secret and are none themselves, as in `password_length`.
    private static let descriptions = set("count expires expiration expiry length limit name url uri")

    /// Returns whether a name describes a secret and is none itself: `token_type`, `password_length`.
    private static func isDescription(_ words: [String]) -> Bool {
        // `Access-Control-…` fields are the permissions of a page of another origin.
        words.starts(with: ["access", "control"]) || descriptions.contains(words.last ?? "")
            || words.last == "type" && words.contains("token") || words.suffix(2) == ["expires", "in"]
    }

    /// Returns the words of a text; shorter to compile than the literal of a set.
    private static func set(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }

    /// Returns the words of a name in lower case, without a leading `X-` and final digits.
    ///
    /// Words end at a character that is no letter or digit, and at a capital.
    static func words(of name: String) -> [String] {
        var words = [""]
        let characters = Array(name)
        for (index, character) in characters.enumerated() {
            guard character.isLetter || character.isNumber else {
                words.append("")
                continue
            }
            let previous = index > 0 ? characters[index - 1] : "-"
            // A capital begins a word after a small letter, and before one in a run of capitals: `idToken`, `IDToken`.
            let isBeforeSmall = index + 1 < characters.count && characters[index + 1].isLowercase
            if character.isUppercase, previous.isLowercase || previous.isUppercase && isBeforeSmall { words.append("") }
            words[words.count - 1] += character.lowercased()
        }
        words = words.map { String($0.reversed().drop(while: \.isNumber).reversed()) }.filter { !$0.isEmpty }
        return words.first == "x" ? Array(words.dropFirst()) : words
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON text, its secrets masked as in a diagnosis.
    package var description: String { masked.text }

    /// The same value, without secrets: those a name marks, and those inside of strings.
    private var masked: JSONValue {
        switch self {
        case .string(let text):
            return .string(Redaction.text(ofValue: text))
        case .array(let elements):
            return .array(elements.map(\.masked))
        case .object(let members):
            let pairName = secretPairName
            let shown = members.map { key, value in
                let isSecret = pairName != nil && key.lowercased() == "value" || Redaction.isSecretInDiagnosis(key)
                return (key, isSecret ? .string(Redaction.mask) : value.masked)
            }
            return .object(Dictionary(uniqueKeysWithValues: shown))
        case .null, .bool, .number:
            return self
        }
    }

    /// The secret name in a pair such as `{"name": "password", "value": …}`; nil in other values.
    package var secretPairName: String? {
        guard case .object(let members) = self, members.count > 1,
            members.keys.contains(where: { $0.lowercased() == "value" })
        else { return nil }
        let names = members.filter { ["name", "key"].contains($0.key.lowercased()) }
        return names.compactMap(\.value.string).sorted().first(where: Redaction.isSecret)
    }
}
