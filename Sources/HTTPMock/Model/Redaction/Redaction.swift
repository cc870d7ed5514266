import Foundation

/// Masks secrets in texts: those of the log, of diagnoses and of the HAR.
///
/// A value is masked because of its name, or as a part of an address or a credential. These values are masked:
/// - header fields, query items, form fields (also in parts) and JSON members with a secret name, at any depth: also in
///   JSON inside a string, a form or a query, in a nested URL, and in the parameters of a header;
/// - all cookies;
/// - the value in `{"name": "password", "value": …}`;
/// - the credentials of an authorization header, whose scheme is shown if it is a known one;
/// - the user and the password of a URL;
/// - a `code` in a URL, in a form, or next to other members of an authorization;
/// - arguments with a secret name that are written as a literal, as in GraphQL: `login(password: "…")`;
/// - a value that a text or a path assigns to a secret name: `token=…`, `/a;sid=…`, the line `password: hunter22`;
/// - a line or a quoted text that is a header field with a secret name: `curl -H 'X-Api-Key: …'`.
///
/// Other secrets in a path, in prose and in XML are not masked, because nothing marks them. The same is true for a body
/// that is compressed, and for values without quotes in a program. Values that a program reads from `MockRequest` are
/// never masked.
///
/// ``NamedValues`` finds the values, here and for cassettes.
package enum Redaction {
    package static let mask = "REDACTED"
    private static let quotedMask = "\"\(mask)\""

    /// Returns the mask of the log for a secret value; nil for other values.
    package static func masked(_ place: NamedPlace, _ value: String) -> String? {
        let name = place.names.last ?? ""
        switch place.kind {
        case .jsonContainer: return isSecretContainer(name) ? quotedMask : nil
        case .jsonNumber, .jsonWord: return isSecret(name, at: place, value) ? quotedMask : nil
        default: return place.isAlwaysSecret || isSecret(name, at: place, value) ? mask : nil
        }
    }

    /// Returns a URL's text without user, password and the secrets of its path, query and fragment.
    package static func text(of url: URL) -> String { text(ofAddress: url.absoluteString) }

    /// Returns a URL or a reference without secrets; the text may be malformed.
    package static func text(ofAddress text: String) -> String { NamedValues.url(text, masked) }

    /// Returns a host without secrets; the text may have other parts of a URL, such as a user.
    package static func text(ofHost text: String) -> String {
        if text.contains("://") || text.hasPrefix("//") { return self.text(ofAddress: text) }
        // Without a scheme, a user is recognized only after two slashes.
        return String(self.text(ofAddress: "//\(text)").dropFirst("//".count))
    }

    /// Returns whether a URL or a reference has a secret, which ``text(ofAddress:)`` masks.
    static func hasSecret(inAddress address: String) -> Bool {
        text(ofAddress: address) != address
    }

    /// Returns a text of unknown content without secrets: JSON, a URL, parameters, or none of these.
    package static func text(ofValue text: String) -> String { NamedValues.text(text, masked) ?? text }

    /// Returns a value without secrets; the mask if its name marks a secret.
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
            // The name is read backwards: after quotes and white space, up to the first character that no name has.
            let backwards = scalars[..<index].reversed().drop {
                $0 == "\"" || $0 == "'" || $0.properties.isWhitespace
            }
            let reversedName = backwards.prefix {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0)
            }
            let name = String(String.UnicodeScalarView(reversedName.reversed()))
            if isSecret(name) { return "\(text[...index])\(mask)" }
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
    /// Returns whether a name marks a secret, at least in some places or for some values.
    ///
    /// The name is that of a header field, a query item, a form field or a JSON member.
    ///
    /// Whole words count: `accessToken`, `X-API-Keys` and `password2` are secrets; `tokenizer`, `author` and
    /// `max_tokens` are not. Some endings count as well, as in `accesstoken`.
    ///
    /// - Parameter name: The name, whose words begin with capitals or are separated.
    package static func isSecret(_ name: String) -> Bool { knowledge(of: name).verdict != .innocent }

    /// Returns whether a name marks a value as a secret.
    ///
    /// - Parameter value: The value; a state such as `none` is no secret.
    package static func isSecret(_ name: String, at place: NamedPlace, _ value: String) -> Bool {
        let known = knowledge(of: name)
        switch known.verdict {
        case .innocent: return false
        case .secret: break
        case .inAuthorization: guard place.isInAuthorization else { return false }
        case .ifDistinctive: guard isDistinctive(value), !hasWords(value) else { return false }
        }
        if place.kind == .jsonNumber { return known.isOfNumber }
        return !states.contains(value.lowercased())
    }

    /// Returns whether the member of a JSON object is a secret.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - value: Its value.
    ///   - members: The names of all members, which show whether a `code` is that of an authorization.
    package static func isSecretMember(
        _ name: String, _ value: JSONValue, among members: some Sequence<String>
    ) -> Bool {
        func place(_ kind: NamedPlace.Kind) -> NamedPlace {
            NamedPlace(kind, [name], isInAuthorization: members.contains(where: isOfAuthorization))
        }
        guard isSecret(name) else { return false }
        switch value {
        case .null, .bool: return false
        case .number(let number): return isSecret(name, at: place(.jsonNumber), number.description)
        case .string(let text): return isSecret(name, at: place(.json), text)
        case .array, .object: return isSecretContainer(name)
        }
    }

    /// Returns whether a value is so long and mixed that it is hardly elsewhere by chance.
    ///
    /// Such a value has twelve bytes or more, with letters and digits and without white space.
    package static func isDistinctive(_ value: String) -> Bool {
        value.utf8.count >= 12 && value.utf8.contains(where: \.isASCIIDigit)
            && value.utf8.contains(where: \.isASCIILetter) && !value.contains(where: \.isWhitespace)
    }

    /// Returns whether a value has a word between its separators, as in `multi-select-12`.
    ///
    /// A word has four letters or more, of which only the first may be a capital.
    private static func hasWords(_ value: String) -> Bool {
        value.split { !$0.isLetter && !$0.isNumber }.contains { part in
            part.count >= 4 && part.allSatisfy(\.isLetter) && part.dropFirst().allSatisfy(\.isLowercase)
        }
    }

    /// The values of secret names that are states or kinds, and no secrets: `"auth": "none"`.
    private static let states: Set<String> = [
        "basic", "bearer", "disabled", "enabled", "false", "include", "none", "null", "oauth", "oauth2", "omit",
        "optional", "required", "same-origin", "string", "true", "undefined",
    ]

    /// Returns whether a member of this name shows that an object is a part of an authorization.
    ///
    /// - SeeAlso: [RFC 6749 §4.1](https://www.rfc-editor.org/rfc/rfc6749.html#section-4.1)
    package static func isOfAuthorization(_ name: String) -> Bool { knowledge(of: name).isOfAuthorization }

    /// Returns whether a name marks values next to other members of an authorization, as `code` does.
    static func isSecretInAuthorization(_ name: String) -> Bool { knowledge(of: name).verdict == .inAuthorization }

    private static let authorizationNames: Set<String> = [
        "clientid", "clientsecret", "codeverifier", "granttype", "redirecturi", "state",
    ]

    /// The verdict on a name, kept for the next time.
    private struct Knowledge: Sendable {
        var verdict = SecretName.Verdict.innocent
        /// Whether a number of this name is a secret.
        var isOfNumber = false
        var isOfAuthorization = false
        /// Whether an object or an array of this name is a secret as a whole.
        var isSecretContainer = false
    }

    private static func knowledge(of name: String) -> Knowledge {
        // Nothing longer is a name; base64 before its padding looks like one.
        guard name.utf8.count <= 256 else { return Knowledge() }
        if let known = knownNames.withLock({ $0[name] }) { return known }
        let words = SecretName(name)
        let verdict = words.verdict
        let knowledge = Knowledge(
            verdict: verdict, isOfNumber: words.isOfNumber,
            isOfAuthorization: authorizationNames.contains(words.joined),
            isSecretContainer: verdict == .secret && !scalarSecrets.contains(words.joined))
        knownNames.withLock { known in
            if known.count >= nameLimit { known = [:] }
            known[name] = knowledge
        }
        return knowledge
    }

    /// The names that were looked at; emptied at the limit, which the names of one service hardly reach.
    private static let knownNames = Locked<[String: Knowledge]>([:])
    private static let nameLimit = 4_096

    /// Returns whether an object or an array of this name is a secret as a whole.
    package static func isSecretContainer(_ name: String) -> Bool { knowledge(of: name).isSecretContainer }

    /// The secret names whose objects and arrays are no secrets.
    ///
    /// A `ticket` or a `pin` that is an object is not that of a login.
    private static let scalarSecrets: Set<String> = ["pin", "otp", "ticket"]

    /// Returns whether a name in a text is that of a header field with a secret.
    ///
    /// A name without a hyphen may be that of a variable, so only `Authorization` and `Cookie` count without one.
    static func isSecretField(_ name: String) -> Bool {
        guard name.utf8.allSatisfy(\.isTokenCharacter), isSecret(name) else { return false }
        return name.contains("-") || ["authorization", "cookie"].contains(name.lowercased())
    }

    /// Returns whether two texts are a header field with a secret and its value, and not two names of fields.
    package static func isFieldPair(_ name: String, _ value: String) -> Bool {
        let isName = value.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isASCIILetter }
        return !isName && isSecretField(name)
    }

    /// Returns whether a name marks secrets by itself, and not only in an authorization or if a value is distinctive.
    package static func isAlwaysSecret(_ name: String) -> Bool { knowledge(of: name).verdict == .secret }

    /// Returns the words of a name in lower case, without a leading `X-` and the digits at the end of each.
    ///
    /// Words end at a character that is no letter or digit, and before a capital that is not inside a run of capitals.
    static func words(of name: String) -> [String] {
        var words = [""]
        let characters = Array(name)
        for (index, character) in characters.enumerated() {
            guard character.isLetter || character.isNumber else {
                words.append("")
                continue
            }
            // A capital begins a word, as in `idToken` and `pin2Code`, except in a run of capitals. The last capital of
            // a run begins a word too if a small letter follows, as in `IDToken`.
            let isBeforeSmall = index + 1 < characters.count && characters[index + 1].isLowercase
            let isAfterCapital = index > 0 && characters[index - 1].isUppercase
            let isInRun = isAfterCapital && !isBeforeSmall
            if character.isUppercase, !isInRun { words.append("") }
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
