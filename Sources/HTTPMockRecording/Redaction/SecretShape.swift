import Foundation

/// A kind of secret that is recognized by its shape, wherever it is.
///
/// A shape is found by its prefix. The number and the kinds of the other characters must fit the shape.
struct SecretShape: Sendable {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// The kind in words, as in `a GitHub token`.
    let name: String
    let prefix: [UInt8]
    /// Returns the range of the secret at a prefix; nil for a prefix without secret.
    private let range: @Sendable (_ bytes: Bytes, _ start: Int) -> Range<Int>?

    private init(
        _ name: String, _ prefix: String, range: @escaping @Sendable (_ bytes: Bytes, _ start: Int) -> Range<Int>?
    ) {
        self.name = name
        self.prefix = Array(prefix.utf8)
        self.range = range
    }

    /// Returns a shape for each prefix, with characters of one alphabet after the prefix.
    ///
    /// - Parameters:
    ///   - prefixes: The prefixes, separated by spaces.
    ///   - counts: The possible numbers of characters after a prefix.
    private static func prefixes(
        _ name: String, _ prefixes: String, _ counts: ClosedRange<Int>,
        _ alphabet: @escaping @Sendable (UInt8) -> Bool = isWord
    ) -> [SecretShape] {
        prefixes.split(separator: " ").map { prefix in
            let length = prefix.utf8.count
            return SecretShape(name, String(prefix)) { bytes, start in
                let first = start + length
                let end = end(of: bytes, from: first, alphabet)
                guard counts.contains(end - first), !isInWord(bytes, start) else { return nil }
                return start..<end
            }
        }
    }

    /// Returns the secret of this shape at a position; nil if there is none.
    ///
    /// A value that ends in `EXAMPLE` is made for documentation, and no secret.
    func value(in bytes: Bytes, at start: Int) -> String? {
        guard let base = bytes.baseAddress, bytes.count - start > prefix.count,
            memcmp(base + start, prefix, prefix.count) == 0, let range = range(bytes, start)
        else { return nil }
        let value = String(decoding: bytes[range], as: UTF8.self)
        guard !value.hasSuffix("EXAMPLE") else { return nil }
        return value
    }

    /// The shapes that are looked for.
    ///
    /// The comment of a shape links the page of its issuer; "seen" marks a fact that no page of the issuer has.
    static let all: [SecretShape] = [
        // https://github.blog/changelog/2021-03-31-authentication-token-format-updates-are-generally-available
        prefixes("a GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", 36...255),
        // https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github
        // (the prefix is seen)
        prefixes("a GitHub token", "github_pat_", 22...255),
        // https://gitlab.com/gitlab-org/gitlab/-/merge_requests/138438 for glpat- and gldt-,
        // https://gitlab.com/gitlab-org/gitlab/-/merge_requests/206149 for glrt-; glptt- is seen
        prefixes("a GitLab token", "glpat- gldt- glrt- glptt-", 20...255, isURLSafe),
        // https://docs.slack.dev/authentication/tokens; xoxa-, xoxc-, xoxr- and xoxs- are seen
        prefixes("a Slack token", "xoxb- xoxp- xapp- xoxe- xoxa- xoxc- xoxr- xoxs-", 20...4_096, isURLSafe),
        // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks; the path is seen
        [webhook("a Slack webhook", "hooks.slack.com/services/", [8, 8, 16])],
        // https://discord.com/developers/docs/resources/webhook
        ["discord.com", "discordapp.com"].map { webhook("a Discord webhook", "\($0)/api/webhooks/", [17, 60]) },
        // https://docs.stripe.com/keys
        prefixes("a Stripe key", "sk_live_ rk_live_ sk_test_ rk_test_ whsec_", 16...255),
        // https://docs.amazonaws.cn/goto/WebAPI/sts-2011-06-15/GetAccessKeyInfo
        prefixes("an AWS access key", "AKIA ASIA", 16...16, isCapitalOrDigit),
        // https://cloud.google.com/docs/authentication/api-keys; the length is seen
        prefixes("a Google API key", "AIza", 35...35, isURLSafe),
        // https://developers.google.com/identity/protocols/oauth2; the prefix is seen
        prefixes("a Google token", "ya29.", 20...4_096, isURLSafe),
        // https://support.google.com/cloud/answer/15549257; the prefix is seen
        prefixes("a Google client secret", "GOCSPX-", 28...28, isURLSafe),
        // https://github.blog/security/announcing-npms-new-access-token-format/
        prefixes("an npm token", "npm_", 36...36),
        // https://pypi.org/help/#apitoken; the prefix is seen
        prefixes("a PyPI token", "pypi-", 50...4_096, isURLSafe),
        // https://developers.openai.com/api/docs/guides/api-keys; the prefixes are seen
        prefixes("an OpenAI key", "sk-proj- sk-svcacct- sk-admin-", 20...512, isURLSafe),
        // The older form is seen: the middle of the key is the base64 of "OpenAI".
        [SecretShape("an OpenAI key", "sk-", range: rangeOfOlderOpenAIKey)],
        // https://platform.claude.com/docs/en/api/http/admin/api_keys/retrieve
        prefixes("an Anthropic key", "sk-ant-", 20...512, isURLSafe),
        // https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys: 69 characters; the parts are seen
        [SecretShape("a SendGrid key", "SG.", range: rangeOfSendGridKey)],
        // https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes; the prefixes are seen
        prefixes("a Vault token", "hvs. hvb. hvr.", 20...4_096, isURLSafe),
        // https://shopify.dev/changelog/length-of-the-shopify-access-token-is-increasing
        // https://shopify.dev/changelog/app-secret-key-length-has-increased
        prefixes("a Shopify token", "shpat_ shpca_ shppa_ shpss_", 32...64, isLowercaseHexadecimal),
        // https://docs.digitalocean.com/release-notes/api/; the prefixes are seen
        prefixes("a DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", 64...64, isLowercaseHexadecimal),
        // https://huggingface.co/docs/hub/security-tokens; the length is seen
        prefixes("a Hugging Face token", "hf_", 34...34),
        // https://docs.databricks.com/aws/en/dev-tools/auth/pat; the prefix and the length are seen
        prefixes("a Databricks token", "dapi", 32...32, isLowercaseHexadecimal),
        // https://docs.docker.com/reference/api/hub/latest/operations/AuthCreateAccessToken; dckr_oat_ is seen
        prefixes("a Docker token", "dckr_pat_ dckr_oat_", 20...64, isURLSafe),
        // https://documentation.mailgun.com/docs/mailgun/api-reference/authentication; the prefix is seen
        prefixes("a Mailgun key", "key-", 32...32, isLowercaseHexadecimal),
        // https://core.telegram.org/bots/api#authorizing-your-bot; the lengths are seen
        [SecretShape("a Telegram token", ":A", range: rangeOfTelegramToken)],
        // https://www.rfc-editor.org/rfc/rfc7519.html#section-3
        [SecretShape("a JWT", "eyJ", range: rangeOfJWT)],
        // https://www.rfc-editor.org/rfc/rfc7468.html#section-10
        // https://www.rfc-editor.org/rfc/rfc9580.html#section-6.2
        [SecretShape("a PEM private key", beginOfPEM, range: rangeOfPrivateKey)],
    ].flatMap(\.self)

    /// Returns the shape of a URL whose path segments have minimum lengths.
    private static func webhook(_ name: String, _ prefix: String, _ minimums: [Int]) -> SecretShape {
        SecretShape(name, prefix) { bytes, start in
            endOfParts(of: bytes, from: start + prefix.utf8.count, minimums, separator: UInt8(ascii: "/"))
                .map { start..<$0 }
        }
    }

    /// Returns the end of separated parts that have minimum lengths; nil if a part is missing or too short.
    private static func endOfParts(of bytes: Bytes, from start: Int, _ minimums: [Int], separator: UInt8) -> Int? {
        var position = start
        for (index, minimum) in minimums.enumerated() {
            if index > 0 {
                guard position < bytes.count, bytes[position] == separator else { return nil }
                position += 1
            }
            let end = end(of: bytes, from: position, isURLSafe)
            guard end - position >= minimum else { return nil }
            position = end
        }
        return position
    }

    /// Returns the range of a key: 20 characters, a mark, and 20 or more characters.
    @Sendable private static func rangeOfOlderOpenAIKey(_ bytes: Bytes, _ start: Int) -> Range<Int>? {
        let first = start + "sk-".utf8.count
        let end = end(of: bytes, from: first, isWord)
        let mark = "T3BlbkFJ".utf8
        let partLength = 20
        let startOfMark = first + partLength
        let endOfMark = startOfMark + mark.count
        guard !isInWord(bytes, start), end - endOfMark >= partLength else { return nil }
        guard bytes[startOfMark...].starts(with: mark) else { return nil }
        return start..<end
    }

    /// Returns the range of a key in two parts, separated by a dot.
    @Sendable private static func rangeOfSendGridKey(_ bytes: Bytes, _ start: Int) -> Range<Int>? {
        let first = start + "SG.".utf8.count
        let dot = end(of: bytes, from: first, isURLSafe)
        guard !isInWord(bytes, start), (16...32).contains(dot - first) else { return nil }
        guard dot < bytes.count, bytes[dot] == UInt8(ascii: ".") else { return nil }
        let end = end(of: bytes, from: dot + 1, isURLSafe)
        guard (32...64).contains(end - dot - 1) else { return nil }
        return start..<end
    }

    /// Returns the range of a Telegram token, which begins with the digits before the colon.
    ///
    /// A letter may be before the digits, which follow `bot` in the path of a request.
    @Sendable private static func rangeOfTelegramToken(_ bytes: Bytes, _ colon: Int) -> Range<Int>? {
        let digitCounts = 8...10
        let secretLength = 35
        var first = colon
        // One digit more than allowed is read, and makes the number too long.
        while first > 0, colon - first <= digitCounts.upperBound, bytes[first - 1].isASCIIDigit { first -= 1 }
        let end = end(of: bytes, from: colon + 1, isURLSafe)
        guard digitCounts.contains(colon - first), end - colon - 1 == secretLength else { return nil }
        return first..<end
    }

    /// Returns the range of a JWT: header, claims and signature, separated by dots.
    @Sendable private static func rangeOfJWT(_ bytes: Bytes, _ start: Int) -> Range<Int>? {
        guard !isInWord(bytes, start) else { return nil }
        return endOfParts(of: bytes, from: start, [8, 8, 16], separator: UInt8(ascii: ".")).map { start..<$0 }
    }

    private static let beginOfPEM = "-----BEGIN "

    /// Returns the range of the first line of a private key and of the characters that identify the key.
    @Sendable private static func rangeOfPrivateKey(_ bytes: Bytes, _ start: Int) -> Range<Int>? {
        let afterBegin = bytes[start...].dropFirst(beginOfPEM.utf8.count)
        let label = afterBegin.prefix { isCapitalOrDigit($0) || $0 == UInt8(ascii: " ") }
        let text = String(decoding: label, as: UTF8.self)
        let dashes = "-----".utf8
        guard text.hasSuffix("PRIVATE KEY") || text.hasSuffix("PRIVATE KEY BLOCK"),
            bytes[label.endIndex...].starts(with: dashes)
        else { return nil }
        // A line break may be an escape of JSON.
        var first = label.endIndex + dashes.count
        while first < bytes.count, "\r\n\\".utf8.contains(bytes[first]) {
            let isEscape = bytes[first] == UInt8(ascii: "\\")
            first += 1
            // The letter after the last backslash of an escape.
            if isEscape, first < bytes.count, "nr".utf8.contains(bytes[first]) { first += 1 }
        }
        let end = end(of: bytes, from: min(first, bytes.count)) { isWord($0) || "+/=".utf8.contains($0) }
        let identifyingCount = 64
        return start..<min(end, first + identifyingCount)
    }

    private static func end(of bytes: Bytes, from start: Int, _ alphabet: (UInt8) -> Bool) -> Int {
        var end = start
        while end < bytes.count, alphabet(bytes[end]) { end += 1 }
        return end
    }

    /// Returns whether a position is in the middle of a longer word.
    private static func isInWord(_ bytes: Bytes, _ start: Int) -> Bool { start > 0 && isWord(bytes[start - 1]) }

    @Sendable private static func isCapitalOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    @Sendable private static func isWord(_ byte: UInt8) -> Bool {
        isCapitalOrDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
    }

    @Sendable private static func isURLSafe(_ byte: UInt8) -> Bool { isWord(byte) || byte == UInt8(ascii: "-") }

    @Sendable private static func isLowercaseHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    /// Returns a private key without its line breaks, which may be escaped more than once; any other value as it is.
    static func joined(_ value: String) -> String {
        guard value.hasPrefix(beginOfPEM) else { return value }
        return value.replacing(/\\+[nr]/, with: "").filter { !$0.isNewline }
    }

    /// Returns the checksum for `.allowing(_:)`, so that code need not contain the value.
    ///
    /// FNV-1a, because Swift's own hash differs in each process.
    ///
    /// All spellings of a private key have one checksum.
    static func checksum(of value: String) -> String {
        let hash = joined(value).utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
