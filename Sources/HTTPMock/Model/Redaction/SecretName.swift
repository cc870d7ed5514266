/// The words of a name, which decide whether its value is a secret.
struct SecretName {
    /// The values that a name marks as secrets.
    enum Verdict: Sendable {
        /// No value.
        case innocent
        /// Any value, except for a state such as `none`, and for a number unless ``SecretName/isOfNumber``.
        case secret
        /// A value in a query, in a form, or next to other members of an authorization, as a `code` is.
        case inAuthorization
        /// A value that looks random, because most keys are those of a table.
        case ifDistinctive
    }

    /// A rule that decides about some names; the first rule that applies to a name counts.
    struct Rule: Sendable {
        /// A name to which the rule is the first that applies.
        let example: String
        let verdict: Verdict
        let applies: @Sendable (SecretName) -> Bool

        static func rule(
            _ verdict: Verdict, _ example: String, where applies: @escaping @Sendable (SecretName) -> Bool
        ) -> Rule {
            Rule(example: example, verdict: verdict, applies: applies)
        }
    }

    /// The words in lower case, as ``Redaction/words(of:)`` returns them.
    let words: [String]
    /// The words without separators: `apikey`.
    let joined: String
    /// The words after the last dot, without separators, because `s.id` is the member of a variable.
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

    var verdict: Verdict { rule?.verdict ?? .innocent }

    /// The rule that decides; nil if none applies.
    var rule: Rule? { Self.rules.first { $0.applies(self) } }

    /// Whether a number of this name is a secret, as for `pin`; a number of `tokens` counts them.
    var isOfNumber: Bool { Self.numbers.contains(own) || words.contains(where: Self.numbers.contains) }

    private var last: String { words.last ?? "" }
    private var lastButOne: String { words.dropLast().last ?? "" }

    private func hasPair(_ first: String, _ second: String) -> Bool {
        zip(words, words.dropFirst()).contains { $0 == first && $1 == second }
    }

    /// The rules in their order.
    static let rules: [Rule] = [
        // A description of a secret is none itself.
        .rule(.innocent, "password_length") { descriptions.contains($0.last) },
        .rule(.innocent, "token_type") { $0.last == "type" && $0.words.contains("token") },
        .rule(.innocent, "token_expires_in") { $0.words.suffix(2) == ["expires", "in"] },
        .rule(.innocent, "password_changed_at") { $0.last == "at" || $0.last == "on" },
        .rule(.innocent, "has_password") { questions.contains($0.words.first ?? "") },
        // The permissions of a page of another origin.
        .rule(.innocent, "Access-Control-Allow-Credentials") { $0.words.starts(with: ["access", "control"]) },
        .rule(.inAuthorization, "code") { $0.own == "code" },
        .rule(.secret, "sid") { wholeNames.contains($0.own) },
        // The names of a series.
        .rule(.innocent, "key1") { $0.words == ["key"] && $0.endsInDigit },
        .rule(.innocent, "private_key_id") { $0.hasPair("private", "key") && $0.last == "id" },
        .rule(.secret, "private_key_pem") { $0.hasPair("private", "key") },
        .rule(.innocent, "public_key") { $0.endsInKey && publicKeys.contains($0.lastButOne) },
        .rule(.secret, "api_key") { $0.endsInKey && $0.words.contains(where: secretKeys.contains) },
        .rule(.ifDistinctive, "secondary_key") { $0.endsInKey },
        .rule(.innocent, "nextPageToken") { $0.last == "token" && positions.contains($0.lastButOne) },
        .rule(.innocent, "max_tokens") { $0.countsTokens },
        .rule(.innocent, "tokens_used") { $0.words.suffix(2) == ["tokens", "used"] },
        .rule(.secret, "refresh_tokens") { $0.countedToken != nil },
        .rule(.secret, "user_session") { storeWords.contains($0.last) },
        .rule(.secret, "session_id") { identifiers.contains($0.last) && $0.words.contains(where: storeWords.contains) },
        .rule(.secret, "password_new") { $0.words.contains(where: isSecretWord) },
        .rule(.secret, "accesstoken") { $0.hasSecretEnding },
    ]

    private var endsInKey: Bool { last == "key" || last == "keys" }

    /// The word before `tokens`; nil for a name that ends in no `tokens`.
    private var countedToken: String? {
        guard joined.hasSuffix("tokens") else { return nil }
        return last == "tokens" ? lastButOne : String(last.dropLast("tokens".count))
    }

    /// Whether the name counts the tokens of a language model.
    private var countsTokens: Bool {
        guard let countedToken else { return false }
        return Self.countedTokens.contains(countedToken)
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
    /// The names that are secrets as a whole: `pin` is a secret, `map_pin` is not.
    private static let wholeNames = set(
        "assertion auth bearer codeverifier mfacode otp pass pin pincode sid sig smscode ticket")
    /// The names of secrets that are numbers, as a whole or as a word.
    private static let numbers = set(
        "cvc cvv mfacode otp pass passcode passwd password pin pincode pw pwd securitycode smscode")
    /// The words that make a name a secret, unless an earlier rule applies.
    private static let secretWords = set(
        """
        authorization cred credential csrf cvc cvv hmac jwt mnemonic passcode passphrase passwd password pw pwd \
        secret signature token xsrf
        """)
    /// The words that make a name a secret if they end the name, or if an identifier or a value ends the name.
    ///
    /// `session_id` and `X-Session` are secrets; `session_title`, `sessions` and `cookie_support` are not.
    private static let storeWords = set("session vault cookie cookies")
    private static let identifiers = set("data hash id identifier ticket uid uuid value")
    /// The endings of secret names, also of names whose words are not separated: `accesstoken`, `apikey`.
    private static let endings = set(
        """
        accesskey apikey applicationkey assertion authkey credential encryptionkey functionskey masterkey passcode \
        passphrase passwd password privatekey secret secretkey securitycode seedphrase sessid sessionid sessionkey \
        signature signingkey subscriptionkey token userpass
        """)
    /// The words before `key` that name a key which is no secret.
    private static let publicKeys = set("cache foreign idempotency partition primary public routing sort surrogate")
    /// The words that make a name that ends in `key` a secret.
    private static let secretKeys = set(
        """
        access admin api application auth authorization consumer decryption developer encryption functions hmac jwt \
        licence license master password private rsa secret session shared signature signing ssh subscription token \
        webhook
        """)
    /// The words before `token` that name a position in a list.
    private static let positions = set(
        "continuation cursor next nextpage page pagination paging prev previous start starting sync")
    /// The words before `tokens` that count the tokens of a language model.
    private static let countedTokens = set(
        """
        audio cached completion input max min num output prediction prompt reasoning text thinking total used
        """)
    /// The last words of names that describe a secret and are none themselves, as in `password_length`.
    private static let descriptions = set(
        """
        address alg algorithm algorithms allowed attempts check changed config confirmed count created decimals \
        description disabled enabled endpoint endpoints error errors expired expires expiration expiry field format \
        help hint invalid label lifetime length limit message method methods mode name names optional options path \
        placeholder policy prompt protection provider realm required requirements rotation scanning scheme scope \
        scopes server servers size standard status strength supported symbol title ttl updated uri uris url urls \
        valid verified version
        """)
    /// The first words of names that are questions, and whose values are no secrets.
    private static let questions = set("allow allows can did does forgot has is needs requires should supports uses")

    /// Returns the words of a text; shorter to compile than the literal of a set.
    private static func set(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }
}
