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
        let words = words(of: name)
        guard let last = words.last, !isDescription(words) else { return false }
        let joined = words.joined()
        if wholeNames.contains(joined) { return true }
        if last == "key" || last == "keys" {
            return !publicKeys.contains(words.dropLast().last ?? "")
        }
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

    /// Returns whether a JSON member's value is masked in a diagnosis.
    ///
    /// A diagnosis shows `code` and `pin`, because in JSON these are mostly error codes and the like.
    package static func isSecretInDiagnosis(_ name: String) -> Bool {
        isSecret(name) && !["code", "pin"].contains(words(of: name).joined())
    }

    /// The names that are secrets only as a whole: `code` is a secret, `country_code` is not.
    private static let wholeNames = set("assertion auth bearer code codeverifier otp pass pin sid sig")
    /// The words that make any name a secret.
    private static let secretWords = set(
        """
        authorization cookie credential csrf cvc cvv jwt passphrase passwd password pwd secret signature token xsrf
        """)
    /// The words that make a name a secret if they end the name, or if an identifier or a value follows.
    ///
    /// `session_id` and `X-Session` are secrets; `session_title` and `sessions` are not.
    private static let storeWords = set("session vault")
    private static let identifiers = set("data hash id identifier ticket uid uuid value")
    /// The endings of secret names whose words are not separated: `accesstoken`, `apikey`.
    private static let endings = set(
        """
        accesskey apikey applicationkey assertion authkey credential encryptionkey functionskey masterkey passphrase \
        passwd password privatekey secret secretkey sessid sessionid sessionkey signature signingkey subscriptionkey \
        token
        """)
    /// The words before `key` that name a key which is no secret.
    private static let publicKeys = set("cache foreign idempotency partition primary public routing sort")
    /// The words before `tokens` that count the tokens of a language model.
    private static let countedTokens = set(
        """
        audio cached completion input max min num output prediction prompt reasoning text thinking total used
        """)

    /// The last words of names that describe a secret and are none themselves, as in `password_length`.
    private static let descriptions = set("count expires expiration expiry length limit url uri")

    /// Returns whether a name describes a secret and is none itself: `token_type`, `password_length`.
    private static func isDescription(_ words: [String]) -> Bool {
        let last = words.last ?? ""
        return descriptions.contains(last) || last == "type" && words.contains("token")
            || last == "in" && words.dropLast().last == "expires"
    }

    /// Returns the words of a text; shorter to compile than the literal of a set.
    private static func set(_ words: String) -> Set<String> {
        Set(words.split(separator: " ").map(String.init))
    }

    /// Returns the words of a name in lower case, without a leading `X-` and final digits.
    ///
    /// Words end at a character that is no letter or digit, and at a capital.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var previous: Character?
        func end() {
            let stem = word.reversed().drop(while: \.isNumber)
            if !stem.isEmpty { words.append(String(stem.reversed())) }
            word = ""
        }
        let characters = Array(name)
        for (index, character) in characters.enumerated() {
            guard character.isLetter || character.isNumber else {
                end()
                previous = nil
                continue
            }
            // A capital begins a word after a small letter, and before one in a run of capitals: `idToken`, `IDToken`.
            let isBeforeSmall = index + 1 < characters.count && characters[index + 1].isLowercase
            if character.isUppercase, let previous, previous.isLowercase || previous.isUppercase && isBeforeSmall {
                end()
            }
            word += character.lowercased()
            previous = character
        }
        end()
        return words.first == "x" ? Array(words.dropFirst()) : words
    }
}
