import Foundation

/// A kind of secret that is known by its shape, wherever it is.
///
/// Only shapes that their issuers publish, with enough characters that no other text has the shape by chance.
struct SecretShape: Sendable {
    /// The kind in words, as in `a GitHub token`.
    let name: String
    let prefix: [UInt8]
    /// Returns the end of the secret whose prefix is at a start; nil if only the prefix is there.
    private let end: @Sendable (_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int?

    /// A prefix with a number of characters after it.
    private init(
        _ name: String, _ prefix: String, _ counts: ClosedRange<Int>, _ alphabet: @escaping @Sendable (UInt8) -> Bool
    ) {
        self.name = name
        self.prefix = Array(prefix.utf8)
        let length = prefix.utf8.count
        end = { bytes, start in
            let end = Self.end(of: bytes, from: start + length, alphabet)
            return counts.contains(end - start - length) ? end : nil
        }
    }

    private init(
        _ name: String, _ prefix: String,
        end: @escaping @Sendable (_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int?
    ) {
        self.name = name
        self.prefix = Array(prefix.utf8)
        self.end = end
    }

    /// Returns the secret of this shape at a position; nil if there is none.
    ///
    /// A prefix inside of a longer word is none, and a value that ends in `EXAMPLE` is made for documentation.
    func value(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> String? {
        guard bytes.count - start > prefix.count, bytes[start...].starts(with: prefix),
            start == 0 || !Self.isWord(bytes[start - 1]), let end = end(bytes, start)
        else { return nil }
        let value = String(decoding: bytes[start..<end], as: UTF8.self)
        return value.hasSuffix("EXAMPLE") ? nil : value
    }

    /// The shapes that are looked for.
    static let all: [SecretShape] =
        ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map { SecretShape("a GitHub token", $0, 36...255, isWord) }
        + [SecretShape("a GitHub token", "github_pat_", 22...255, isWord)]
        + ["glpat-", "gldt-", "glrt-", "glptt-"].map { SecretShape("a GitLab token", $0, 20...255, isURLSafe) }
        + ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xapp-"].map {
            SecretShape("a Slack token", $0, 20...255, isURLSafe)
        }
        + ["sk_live_", "rk_live_", "sk_test_", "rk_test_", "whsec_"].map {
            SecretShape("a Stripe key", $0, 16...255, isWord)
        }
        + ["AKIA", "ASIA"].map { SecretShape("an AWS access key", $0, 16...16, isCapital) }
        + [
            SecretShape("a Google API key", "AIza", 35...35, isURLSafe),
            SecretShape("a Google token", "ya29.", 20...4_096, isURLSafe),
            SecretShape("a Google client secret", "GOCSPX-", 28...28, isURLSafe),
            SecretShape("an npm token", "npm_", 36...36, isWord),
            SecretShape("a PyPI token", "pypi-", 50...4_096, isURLSafe),
            SecretShape("a JWT", "eyJ", end: endOfJWT),
            SecretShape("a PEM private key", "-----BEGIN ", end: endOfPrivateKey),
        ]

    /// Header, claims and signature.
    ///
    /// - SeeAlso: [RFC 7519 §3](https://www.rfc-editor.org/rfc/rfc7519.html#section-3)
    private static func endOfJWT(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
        var position = start
        for minimum in [8, 8, 16] {
            if position > start {
                guard position < bytes.count, bytes[position] == UInt8(ascii: ".") else { return nil }
                position += 1
            }
            let end = end(of: bytes, from: position, isURLSafe)
            guard end - position >= minimum else { return nil }
            position = end
        }
        return position
    }

    /// - SeeAlso: [RFC 7468 §10](https://www.rfc-editor.org/rfc/rfc7468.html#section-10)
    private static func endOfPrivateKey(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
        let label = bytes[start...].dropFirst(11).prefix { isCapital($0) || $0 == UInt8(ascii: " ") }
        guard String(decoding: label, as: UTF8.self).hasSuffix("PRIVATE KEY"),
            bytes[label.endIndex...].starts(with: "-----".utf8)
        else { return nil }
        // The first line identifies the key.
        return min(label.endIndex + 5 + 64, bytes.count)
    }

    private static func end(
        of bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ alphabet: (UInt8) -> Bool
    ) -> Int {
        var end = start
        while end < bytes.count, alphabet(bytes[end]) { end += 1 }
        return end
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        isCapital(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
    }

    private static func isURLSafe(_ byte: UInt8) -> Bool { isWord(byte) || byte == UInt8(ascii: "-") }

    /// Returns the checksum that names a value in `.allowing(_:)`, so that the value itself needs no second file.
    ///
    /// FNV-1a, because Swift's own hash differs in each process.
    static func checksum(of value: String) -> String {
        let hash = value.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
