import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// Secrets in texts that are in texts: JSON in a form in a URL in base64 in JSON, each in each.
///
/// Each message is written twice from the same plan: with its secrets, and with the placeholders that must replace
/// them. So a secret that is left and an innocent byte that changes both fail. `HTTPMOCK_FUZZ=112` tries 3,000
/// plans.
@Suite(.bounded) struct NestedSecretTests {
    @Test(arguments: Seeds.first(8))
    func nestedSecretsAreMaskedOrRefused(seed: UInt64) throws {
        let folder = try TestFolder()
        for round in 0..<25 {
            let plan = NestingPlan(seed: seed &* 1_000 &+ UInt64(round))
            let file = folder.file("\(round).har")
            let cassette = try Cassette.open(file, .all)
            cassette.record(try exchange(plan, plan.secrets))
            let failure = message { try cassette.save() }
            if failure == "nothing was thrown" {
                let entry = try #require(try CassetteFile(contentsOf: file).entries.first)
                let expected = plan.text(with: plan.secrets.indices.map { "REDACTED-\($0 + 1)" })
                #expect(entry.response.body.text == expected, "seed \(seed), round \(round): \(plan)")
                for secret in plan.secrets { #expect(!plan.unwrapped(entry.response.body.bytes).contains(secret)) }
            } else {
                // Nothing is replaced in base64, where a name marks a value as little as in prose.
                #expect(plan.hasBase64, "seed \(seed), round \(round): \(plan) \(failure)")
                #expect(failure.contains("the body of the response of GET https://a.com/x"))
                for secret in plan.secrets { #expect(!failure.contains(secret)) }
                #expect(!FileManager.default.fileExists(atPath: file.path))
            }
        }
    }

    @Test(arguments: Seeds.first(8))
    func nestedInnocentsStayByteForByte(seed: UInt64) throws {
        let folder = try TestFolder()
        for round in 0..<25 {
            let plan = NestingPlan(seed: seed &* 1_000 &+ UInt64(round), hasSecrets: false)
            let cassette = try Cassette.open(folder.file(), .all)
            cassette.record(try exchange(plan, []))
            try cassette.save()
            let entry = try #require(try CassetteFile(contentsOf: folder.file()).entries.first)
            #expect(entry.response.body.text == plan.text(with: []), "seed \(seed), round \(round): \(plan)")
        }
    }

    /// Returns an exchange whose cookies have the secrets too, so that they are known where no name marks them.
    private func exchange(_ plan: NestingPlan, _ secrets: [String]) throws -> RecordedRequest {
        let cookies = secrets.enumerated().map { "c\($0)=\($1)" }.joined(separator: "; ")
        let fields = secrets.isEmpty ? [:] : ["Cookie": cookies]
        return .of(try request("https://a.com/x", headers: fields), plan.text(with: secrets), type: plan.type)
    }
}

/// A text with its layers from inside out.
private struct NestingPlan: CustomStringConvertible {
    enum Layer: String, CaseIterable {
        case json, array, form, url, base64
    }

    private struct Member {
        let name: String
        /// The text of an innocent member, or the index of a secret.
        let text: String
        let secret: Int?
    }

    private var members: [Member] = []
    private var layers: [Layer] = []
    private let innocent: String
    private(set) var secrets: [String] = []

    private static let secretNames = ["password", "access_token", "apiKey", "client_secret", "sessionId", "csrf-token"]
    private static let names = [
        "id", "title", "session_count", "token_type", "author", "max_tokens", "country", "code", "monkey", "visitor",
    ]

    init(seed: UInt64, hasSecrets: Bool = true) {
        var generator = SeededGenerator(seed: seed)
        let letters = "abcdefghijkmnpqrstuvwxyz23456789".map(String.init)
        let words = ["a", "Zoe", " ", "7", "\u{E9}", "\u{1F600}", "-", ".", "(x)", "100%", "+", "'", "mit", "/"]
        for index in 0..<Int.random(in: 1...3, using: &generator) where hasSecrets {
            secrets.append("Q7" + generator.text(of: letters, count: 14...24))
            members.append(Member(name: Self.secretNames[index * 2], text: "", secret: index))
        }
        for name in Self.names where Bool.random(using: &generator) {
            members.append(Member(name: name, text: generator.text(of: words, count: 0...6), secret: nil))
        }
        for _ in 0..<Int.random(in: 0...5, using: &generator) {
            layers.append(generator.pick(Layer.allCases))
        }
        innocent = generator.text(of: words, count: 0...4)
    }

    var hasBase64: Bool { layers.contains(.base64) }

    var description: String { "{…} in \(layers.map(\.rawValue).joined(separator: " in "))" }

    /// The media type of the outermost layer.
    var type: String {
        switch layers.last {
        case nil, .json, .array: "application/json"
        case .form: "application/x-www-form-urlencoded"
        case .url, .base64: "text/plain"
        }
    }

    /// Returns the text with some values in place of the secrets.
    func text(with values: [String]) -> String {
        let pairs = members.map { member in
            let text = member.secret.map { values[$0] } ?? member.text
            return "\(JSONValue.string(member.name).text):\(JSONValue.string(text).text)"
        }
        return layers.reduce("{\(pairs.joined(separator: ","))}") { wrapped($0, in: $1) }
    }

    private func wrapped(_ text: String, in layer: Layer) -> String {
        let note = JSONValue.string(innocent).text
        return switch layer {
        case .json: #"{"title":\#(note),"payload":\#(JSONValue.string(text).text),"count":1.50}"#
        case .array: "[\(note),\(JSONValue.string(text).text),-0]"
        case .form: "title=\(Self.encoded(innocent))&payload=\(Self.encoded(text))&page=2"
        case .url: "https://b.com/p?payload=\(Self.encoded(text))&title=\(Self.encoded(innocent))"
        case .base64: Data(text.utf8).base64EncodedString()
        }
    }

    private static func secondText(of value: JSONValue) -> String? {
        guard case .array(let elements) = value, elements.count > 1 else { return nil }
        return elements[1].string
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// The characters that a replaced value needs no escape for.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// Returns a body with all of its layers decoded, whatever they are.
    func unwrapped(_ body: Data) -> String {
        layers.reversed().reduce(String(decoding: body, as: UTF8.self)) { text, layer in
            switch layer {
            case .json: JSONValue(Data(text.utf8))?["payload"]?.string ?? text
            case .array: JSONValue(Data(text.utf8)).flatMap(Self.secondText) ?? text
            case .form, .url: text.removingPercentEncoding ?? text
            case .base64: Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) } ?? text
            }
        }
    }
}
