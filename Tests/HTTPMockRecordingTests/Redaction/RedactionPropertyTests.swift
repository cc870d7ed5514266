import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// Random messages with planted secrets between innocent values.
///
/// Each message is written twice from the same random numbers: with its secrets, and with the placeholders that must
/// replace them. So a secret that is left and an innocent byte that changes both fail.
@Suite(.bounded) struct RedactionPropertyTests {
    @Test(arguments: Seeds.first(12))
    func onlyTheBytesOfSecretsChange(seed: UInt64) {
        for round in 0..<25 {
            let seed = seed &* 1_000 &+ UInt64(round)
            let (planted, secrets) = PlantedMessage.entry(seed: seed, isRedacted: false)
            let (expected, _) = PlantedMessage.entry(seed: seed, isRedacted: true)
            var redactor = Redactor(.secrets)
            let redacted = redactor.redact(planted, number: 1)
            #expect(redacted == expected, "seed \(seed): \(planted) became \(redacted)")

            var again = Redactor(.secrets)
            #expect(again.redact(redacted, number: 1) == redacted)
            #expect(again.secrets.filter { $0.value != "0" }.isEmpty, "seed \(seed)")

            // The file that a tool redacts without reading it as a cassette.
            let file = FileRedaction(HARDocument(entries: [planted]).data)
            #expect(file.remainders.isEmpty)
            for secret in secrets { #expect(file.data.range(of: Data(secret.utf8)) == nil, "seed \(seed): \(secret)") }
            #expect(FileRedaction(file.data).data == file.data)
            #expect(FileRedaction(HARDocument(entries: [redacted]).data).data == HARDocument(entries: [redacted]).data)
        }
    }
}

/// Writes one random message.
private struct PlantedMessage {
    private var generator: SeededGenerator
    private let isRedacted: Bool
    /// The secrets in the order of their first use, so that equal ones have equal placeholders.
    private var secrets: [String] = []
    private let pool: [String]

    /// Returns an entry, and the secrets in it.
    static func entry(seed: UInt64, isRedacted: Bool) -> (HAREntry, secrets: [String]) {
        var message = PlantedMessage(seed, isRedacted)
        // In the order in which a redactor reads a message.
        let body = message.body()
        let url = "https://a.com/v1/caf%C3%A9" + message.query()
        let headers = message.headers()
        let entry = HAREntry(
            startedDateTime: "2026-03-01T09:00:00.000Z",
            request: HARRequest(method: "POST", url: url, headers: headers, body: body),
            response: HARResponse(status: 200, headers: message.cookies(), body: message.body()))
        return (entry, message.secrets)
    }

    private init(_ seed: UInt64, _ isRedacted: Bool) {
        generator = SeededGenerator(seed: seed)
        self.isRedacted = isRedacted
        let letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789".map(String.init)
        var pool: [String] = []
        for _ in 0..<4 { pool.append("Q7" + generator.text(of: letters, count: 14...24)) }
        self.pool = pool
    }

    private static let secretNames = [
        "password", "access_token", "apiKey", "client_secret", "sessionId", "csrf-token", "cvv", "pw", "mfaCode",
    ]
    private static let names = [
        "id", "title", "session_count", "token_type", "author", "max_tokens", "country_code", "key1", "cookie_support",
        "caf\u{E9}", "password_length", "monkey",
    ]

    private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

    /// Returns the next secret, or its placeholder.
    private mutating func secret() -> (value: String, isPlaceholder: Bool) {
        let value = generator.pick(pool)
        if !secrets.contains(value) { secrets.append(value) }
        guard isRedacted, let index = secrets.firstIndex(of: value) else { return (value, false) }
        return ("REDACTED-\(index + 1)", true)
    }

    /// Returns an innocent text.
    private mutating func innocent() -> String {
        generator.text(
            of: ["a", "Zoe", " ", "7", "\u{E9}", "\u{1F600}", "-", ".", "(x)", "100%", "+", "'", "mit", "/"],
            count: 0...8)
    }

    // MARK: JSON

    private mutating func body() -> HARBody {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: HARBody(Data(json(depth: 0).utf8), type: "application/json")
        case 1: HARBody(Data(fields().utf8), type: "application/x-www-form-urlencoded")
        default:
            HARBody(
                Data("[\(json(depth: 1)),\(space())\(json(depth: 1))]".utf8), type: "application/json; charset=utf-8")
        }
    }

    private mutating func json(depth: Int) -> String {
        var members: [String] = []
        for _ in 0..<Int.random(in: 1...5, using: &generator) {
            let isSecret = chance(2)
            let name = spelled(generator.pick(isSecret ? Self.secretNames : Self.names))
            members.append("\(name)\(space()):\(space())\(isSecret ? secretJSON() : innocentJSON(depth: depth))")
        }
        return "{\(space())\(members.joined(separator: ",\(space())"))\(space())}"
    }

    private mutating func secretJSON() -> String {
        let (value, isPlaceholder) = secret()
        let text = spelled(value, isPlain: isPlaceholder)
        return text
    }

    private mutating func innocentJSON(depth: Int) -> String {
        switch Int.random(in: 0..<(depth < 3 ? 7 : 5), using: &generator) {
        case 0: return generator.pick(["1.50", "-0", "1E+2", "12345678901234567890", "0.1e-7"])
        case 1: return generator.pick(["null", "true", "false", "[]", "{}", "[ ]"])
        case 2: return #"{"key":\#(generator.pick([#""mit""#, #""bsd-3-clause""#, "7", "null"]))}"#
        case 5: return json(depth: depth + 1)
        case 6: return "[\(json(depth: depth + 1)),\(space())\(innocentJSON(depth: depth + 1))]"
        default: return spelled(innocent())
        }
    }

    /// Returns a text as JSON, some characters as escapes.
    private mutating func spelled(_ text: String, isPlain: Bool = false) -> String {
        // The same random numbers are used with and without secrets.
        var escapes = SeededGenerator(seed: generator.next())
        guard !isPlain else { return "\"\(text)\"" }
        let units = text.unicodeScalars.map { scalar -> String in
            guard Int.random(in: 0..<8, using: &escapes) == 0 else { return String(scalar) }
            return String(scalar).utf16.map { "\\u" + String(0x1_0000 + Int($0), radix: 16).dropFirst() }.joined()
        }
        return "\"\(units.joined())\""
    }

    private mutating func space() -> String { generator.pick(["", "", " ", "\n  ", "\t"]) }

    // MARK: Fields

    private mutating func fields() -> String {
        (0..<Int.random(in: 1...6, using: &generator)).map { _ in
            if chance(3) { return "\(encoded(generator.pick(Self.secretNames)))=\(secretField())" }
            return generator.pick(["", "flag", "\(encoded(generator.pick(Self.names)))=\(encoded(innocent()))"])
        }.joined(separator: "&")
    }

    private mutating func secretField() -> String {
        let (value, isPlaceholder) = secret()
        let text = encoded(value)
        return isPlaceholder ? value : text
    }

    private mutating func query() -> String { chance(4) ? "" : "?\(fields())" }

    /// Returns a text percent-encoded, also where no escape is needed.
    private mutating func encoded(_ text: String) -> String {
        var escapes = SeededGenerator(seed: generator.next())
        return text.utf8.map { byte -> String in
            let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            guard !isPlain || Int.random(in: 0..<8, using: &escapes) == 0 else { return String(UnicodeScalar(byte)) }
            let digits = String(0x100 + Int(byte), radix: 16).dropFirst()
            return "%\(Bool.random(using: &escapes) ? digits.uppercased() : String(digits))"
        }.joined()
    }

    // MARK: Header fields

    private mutating func headers() -> [HARField] {
        (0..<Int.random(in: 1...5, using: &generator)).map { _ in
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: HARField("Authorization", "Bearer \(secret().value)")
            case 1: HARField("X-Api-Key", secret().value)
            case 2: HARField("Cookie", "theme=\(secret().value); sid=\(secret().value)")
            case 3: HARField("Referer", "https://a.com/p\(query())")
            default: HARField(generator.pick(["X-Note", "Accept", "X-Session-Count"]), innocent())
            }
        }
    }

    private mutating func cookies() -> [HARField] {
        (0..<Int.random(in: 0...2, using: &generator)).map { index in
            HARField(
                "Set-Cookie", "c\(index)=\(secret().value); Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly")
        }
    }
}
