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
    private static let quotedMask = "\"\(mask)\""

    /// Returns the mask of the log for a secret value; nil for other values.
    package static func masked(_ place: NamedPlace, _ value: String) -> String? {
        let name = place.names.last ?? ""
        guard place.isAlwaysSecret || isSecret(name, at: place, value) else { return nil }
        switch place.kind {
        case .jsonContainer: return isSecretInside(name) ? quotedMask : nil
        case .jsonNumber, .jsonWord: return quotedMask
        default: return mask
        }
    }

    /// Returns a URL's text without user, password and the secrets of its query and fragment.
    package static func text(of url: URL) -> String { text(ofAddress: url.absoluteString) }

    /// Returns a URL or a reference without secrets; the text may be malformed.
    package static func text(ofAddress text: String) -> String { NamedValues.url(text, masked) }

    /// Returns a text of unknown content without secrets: JSON, a URL, parameters, or none of these.
    package static func text(ofValue text: String) -> String { NamedValues.text(text, masked) ?? text }

    static func value(_ value: String, of name: String) -> String {
        isSecret(name) ? mask : text(ofValue: value)
    }

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
        // On Linux, the errors of `Codable` conform to `LocalizedError` without a description.
        if let error = error as? any LocalizedError, !(error is DecodingError || error is EncodingError) {
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
        let isSecret = SecretName(name).isSecret
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
        guard name.utf8.allSatisfy(\.isTokenCharacter), isSecret(name) else { return false }
        return name.contains("-") || ["authorization", "cookie"].contains(name.lowercased())
    }

    /// Returns whether two texts are a header field with a secret and its value, and not two names of fields.
    package static func isFieldPair(_ name: String, _ value: String) -> Bool {
        let isName = value.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isASCIILetter }
        return !isName && isSecretField(name)
    }

    /// Returns whether a JSON member's value is masked in a diagnosis.
    ///
    /// A diagnosis shows `code` and `pin`, because in JSON these are mostly error codes and the like.
    package static func isSecretInDiagnosis(_ name: String) -> Bool {
        isSecret(name) && !["code", "pin"].contains(words(of: name).joined())
    }

    /// Returns the words of a name in lower case, without a leading `X-` and final digits.
    ///
    /// Words end at a character that is no letter or digit, and at a capital.
    static func words(of name: String) -> [String] {
        var words = [""]
        var previous: Character = "-"
        let characters = Array(name)
        for (index, character) in characters.enumerated() {
            defer { previous = character }
            guard character.isLetter || character.isNumber else {
                words.append("")
                continue
            }
            // A capital begins a word after a small letter, and before one in a run of capitals: `idToken`, `IDToken`.
            let isBeforeSmall = index + 1 < characters.count && characters[index + 1].isLowercase
            let isInRun = previous.isUppercase && !isBeforeSmall
            if character.isUppercase, previous.isCased, !isInRun { words.append("") }
            words[words.count - 1] += character.lowercased()
        }
        words = words.map(withoutFinalDigits).filter { !$0.isEmpty }
        if words.first == "x" { words.removeFirst() }
        return words
    }

    private static func withoutFinalDigits(_ word: String) -> String {
        guard let end = word.lastIndex(where: { !$0.isNumber }) else { return "" }
        return String(word[...end])
    }
}
