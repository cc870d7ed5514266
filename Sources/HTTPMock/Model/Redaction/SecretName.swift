import Foundation

/// A name that may mark its value as a secret, split into words.
///
/// Whole words count: `accessToken`, `X-API-Keys` and `password2` are secrets; `tokenizer`, `author` and `max_tokens`
/// are not.
struct SecretName {
    /// The words in lower case.
    let words: [String]
    private let joined: String
    /// The last part of a name with dots: in a program, `s.id` is the member of a variable.
    private let member: String
    private let endsWithNumber: Bool

    init(_ name: String) {
        words = Self.words(of: name)
        joined = words.joined()
        endsWithNumber = name.last?.isNumber == true
        if name.contains(".") {
            let last = name.split(separator: ".").last ?? ""
            member = Self.words(of: String(last)).joined()
        } else {
            member = joined
        }
    }

    /// Whether the name marks a secret: the first rule that applies decides.
    var isSecret: Bool {
        Self.rules.first { $0.applies(self) }?.isSecret ?? false
    }

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
            if index > 0, isStart(index, in: characters) { words.append("") }
            words[words.count - 1] += character.lowercased()
        }
        words = words.map { String($0.reversed().drop(while: \.isNumber).reversed()) }
        words.removeAll(where: \.isEmpty)
        if words.first == "x" { words.removeFirst() }
        return words
    }

    /// Returns whether a capital begins a word: after a small letter, or before one in a run of capitals.
    ///
    /// Both `idToken` and `IDToken` have two words.
    private static func isStart(_ index: Int, in characters: [Character]) -> Bool {
        guard characters[index].isUppercase else { return false }
        let previous = characters[index - 1]
        if previous.isLowercase { return true }
        let isBeforeSmall = index + 1 < characters.count && characters[index + 1].isLowercase
        return previous.isUppercase && isBeforeSmall
    }
}

extension SecretName {
    /// A rule for names, with a name that the rule decides.
    private struct Rule: Sendable {
        let isSecret: Bool
        let example: String
        let applies: @Sendable (SecretName) -> Bool

        static func secret(_ example: String, _ applies: @escaping @Sendable (SecretName) -> Bool) -> Rule {
            Rule(isSecret: true, example: example, applies: applies)
        }

        static func noSecret(_ example: String, _ applies: @escaping @Sendable (SecretName) -> Bool) -> Rule {
            Rule(isSecret: false, example: example, applies: applies)
        }
    }

    /// The rules in order, of which the first one that applies decides.
    private static let rules: [Rule] = [
        // A field of this kind is a permission of a page of another origin.
        .noSecret("Access-Control-Allow-Credentials") { $0.words.starts(with: ["access", "control"]) },
        // Names that describe a secret and are none themselves.
        .noSecret("password_length") { descriptions.contains($0.last) },
        .noSecret("token_type") { $0.last == "type" && $0.words.contains("token") },
        .noSecret("token_expires_in") { $0.words.suffix(2) == ["expires", "in"] },
        .secret("code") { wholeNames.contains($0.member) },
        // The names of a series.
        .noSecret("key1") { $0.words == ["key"] && $0.endsWithNumber },
        .noSecret("private_key_id") { $0.hasPrivateKey && $0.last == "id" },
        .secret("private_key_pem") { $0.hasPrivateKey },
        .noSecret("public_key") { $0.isKey && publicKeys.contains($0.beforeLast) },
        .secret("api_key") { $0.isKey },
        .noSecret("max_tokens") { $0.isTokens && countedTokens.contains($0.beforeTokens) },
        .secret("refresh_tokens") { $0.isTokens },
        .secret("X-Session") { storeWords.contains($0.last) },
        .secret("session_id") { identifiers.contains($0.last) && $0.words.contains(where: storeWords.contains) },
        .secret("password_confirmation") { $0.words.contains(where: isSecretWord) },
        .secret("accesstoken") { $0.hasSecretEnding },
    ]

    private var last: String { words.last ?? "" }

    private var beforeLast: String { words.dropLast().last ?? "" }

    private var hasPrivateKey: Bool {
        zip(words, words.dropFirst()).contains { $0 == "private" && $1 == "key" }
    }

    private var isKey: Bool { last == "key" || last == "keys" }

    private var isTokens: Bool { joined.hasSuffix("tokens") }

    /// The word before `tokens`, which may be written with it: `max_tokens`, `maxtokens`.
    private var beforeTokens: String {
        if last == "tokens" { return beforeLast }
        return String(last.dropLast("tokens".count))
    }

    private static func isSecretWord(_ word: String) -> Bool {
        if secretWords.contains(word) { return true }
        return word.hasSuffix("s") && secretWords.contains(String(word.dropLast()))
    }

    private var hasSecretEnding: Bool {
        if Self.endings.contains(where: { joined.hasSuffix($0) }) { return true }
        guard joined.hasSuffix("s") else { return false }
        let singular = joined.dropLast()
        return Self.endings.contains { singular.hasSuffix($0) }
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
    private static func set(_ words: String) -> Set<String> {
        Set(words.split(separator: " ").map(String.init))
    }
}
