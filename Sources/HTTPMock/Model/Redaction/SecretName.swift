/// The words of a name, which decide whether its value is a secret.
struct SecretName {
    /// A rule that decides about some names; the first rule that applies to a name counts.
    struct Rule: Sendable {
        /// A name to which the rule is the first that applies.
        let example: String
        let isSecret: Bool
        let applies: @Sendable (SecretName) -> Bool

        static func secret(_ example: String, where applies: @escaping @Sendable (SecretName) -> Bool) -> Rule {
            Rule(example: example, isSecret: true, applies: applies)
        }

        static func innocent(_ example: String, where applies: @escaping @Sendable (SecretName) -> Bool) -> Rule {
            Rule(example: example, isSecret: false, applies: applies)
        }
    }

    /// The words in lower case, as ``Redaction/words(of:)`` returns them.
    let words: [String]
    /// The words in one: `apikey`.
    let joined: String
    /// The words after the last dot in one, because `s.id` is the member of a variable.
    let own: String
    let endsInDigit: Bool

    init(_ name: String) {
        words = Redaction.words(of: name)
        joined = words.joined()
        endsInDigit = name.last?.isNumber ?? false
        guard let dot = name.lastIndex(of: ".") else {
            own = joined
            return
        }
        own = Redaction.words(of: String(name[name.index(after: dot)...])).joined()
    }

    var isSecret: Bool { rule?.isSecret ?? false }

    /// The rule that decides; nil for a name without a word of a secret.
    var rule: Rule? { Self.rules.first { $0.applies(self) } }

    private var last: String { words.last ?? "" }
    private var lastButOne: String { words.dropLast().last ?? "" }

    private func hasPair(_ first: String, _ second: String) -> Bool {
        zip(words, words.dropFirst()).contains { $0 == first && $1 == second }
    }

    /// The rules in their order.
    static let rules: [Rule] = [
        // A description of a secret is none itself.
        .innocent("password_length") { descriptions.contains($0.last) },
        .innocent("token_type") { $0.last == "type" && $0.words.contains("token") },
        .innocent("token_expires_in") { $0.words.suffix(2) == ["expires", "in"] },
        // The permissions of a page of another origin.
        .innocent("Access-Control-Allow-Credentials") { $0.words.starts(with: ["access", "control"]) },
        .secret("sid") { wholeNames.contains($0.own) },
        // The names of a series.
        .innocent("key1") { $0.words == ["key"] && $0.endsInDigit },
        .innocent("private_key_id") { $0.hasPair("private", "key") && $0.last == "id" },
        .secret("private_key_pem") { $0.hasPair("private", "key") },
        .innocent("public_key") { $0.endsInKey && publicKeys.contains($0.lastButOne) },
        .secret("api_key") { $0.endsInKey },
        .innocent("max_tokens") { $0.countedToken.map(countedTokens.contains) ?? false },
        .secret("refresh_tokens") { $0.countedToken != nil },
        .secret("user_session") { storeWords.contains($0.last) },
        .secret("session_id") { identifiers.contains($0.last) && $0.words.contains(where: storeWords.contains) },
        .secret("password_new") { $0.words.contains(where: isSecretWord) },
        .secret("accesstoken") { $0.hasSecretEnding },
    ]

    private var endsInKey: Bool { last == "key" || last == "keys" }

    /// The word before `tokens`; nil for a name that ends in no `tokens`.
    private var countedToken: String? {
        guard joined.hasSuffix("tokens") else { return nil }
        return last == "tokens" ? lastButOne : String(last.dropLast("tokens".count))
    }

    private static func isSecretWord(_ word: String) -> Bool {
        if secretWords.contains(word) { return true }
        return word.hasSuffix("s") && secretWords.contains(String(word.dropLast()))
    }

    private var hasSecretEnding: Bool {
        var singular = joined
        if singular.hasSuffix("s") { singular.removeLast() }
        return Self.endings.contains { joined.hasSuffix($0) || singular.hasSuffix($0) }
    }
}

extension SecretName {
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
    private static let storeWords = set("session vault cookie cookies")
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

    /// Returns the words of a text; shorter to compile than the literal of a set.
    private static func set(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }
}
