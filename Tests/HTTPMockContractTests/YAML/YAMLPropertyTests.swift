import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded)
struct YAMLPropertyTests {
    private static let texts = [
        "", " ", "a", "a b", "null", "True", "12", "0x1F", "1e3", "- a", "a: b", "a #b", "#a", "é😀", "a\nb", "a\n",
        "\na", "a\n\nb\n\n",
        " a\n  b", "\t", "a\tb", "'", "\"", "\\", "{a}", "[", "*a", "&a", "!a", "|", ">", "%", "@", "---", "...", "a:",
        ":a", "~", "<<", "on",
        "\u{85}", "\u{2028}", "\u{7F}", "\u{1}", "\\n", "https://a.b/c?d=e#f",
    ]

    private static func value(_ random: inout SplitMix, depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2:
            let digits = String(
                (0..<Int.random(in: 1...25, using: &random)).map { _ in
                    "0123456789".randomElement(using: &random) ?? "0"
                })
            return .number(JSONNumber(spelled: "-1.\(digits)e\(Int.random(in: -30...30, using: &random))"))
        case 3, 4: return .string(texts.randomElement(using: &random) ?? "")
        case 5:
            return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(&random, depth: depth - 1) })
        default:
            let names = (0..<Int.random(in: 0...4, using: &random)).map { _ in texts.randomElement(using: &random) ?? ""
            }
            return .object(JSONObject(names.map { ($0, value(&random, depth: depth - 1)) }))
        }
    }

    @Test(arguments: 0..<8)
    func emittedValueIsReadBack(part: Int) {
        for seed in 0..<250 {
            var random = SplitMix(UInt64(part * 1_000 + seed))
            let value = Self.value(&random, depth: 4)
            let document = YAMLEmitter.document(value, seed: UInt64(seed))
            let outcome = YAMLOutcome(document)
            #expect(outcome == .value(value), "\(document)\n→ \(outcome.text)\n≠ \(value.text)")
            // JSON is YAML.
            #expect(YAMLOutcome(value.text) == .value(value))
        }
    }

    /// The number of mutated documents; `YAML_MUTATIONS` sets another.
    private static let mutations = ProcessInfo.processInfo.environment["YAML_MUTATIONS"].flatMap { Int($0) } ?? 10_000

    @Test(arguments: 0..<10)
    func mutatedDocumentIsReadOrRefusedAtAPosition(part: Int) {
        let seeds = [
            "openapi: 3.1.0\npaths:\n  /a:\n    get: &x\n      - a: |\n          b\n       \n      - *x # c\n\"d\": 'e\n  f'\n? g\n: [h, {i: j}]\n",
            "openapi: 3.0.0\npaths: {\n  /a: [{\n    b: c\n  }, {\n    d: [1,\n    2]\n}]\n}\nlist:\n- [\n  e\n]\n",
            "%TAG ! tag:yaml.org,2002:\n---\na: !str 1\nb: {<<: {c: 1}, \"d\":e}\nf: >-\n  g\n   h\n\n  i\n...\n",
            #"{"openapi":"3.0.0","paths":{"/a":{"get":{"responses":{"200":{"description":"\u00e9\n"}}}}},"x":[1,-2.5e3,true,null]}"#,
        ]
        let bytes = Array("\n\n  \t:-?,[]{}#&*!|>'\"%@`~<.0a\u{0}\r".utf8) + [0xC3, 0xFF]
        var random = SplitMix(UInt64(part))
        var refused = 0
        for round in 0..<Self.mutations / 10 {
            var text = Array(seeds[round % seeds.count].utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<text.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: text.remove(at: index)
                case 1: text.insert(bytes.randomElement(using: &random) ?? 0, at: index)
                case 2: text[index] = bytes.randomElement(using: &random) ?? 0
                default: text.append(contentsOf: text[index...].prefix(20))
                }
                if text.isEmpty { text = [0x20] }
            }
            guard case .error(let position, let reason) = YAMLOutcome(Data(text)) else { continue }
            refused += 1
            let numbers = position.split(separator: ":").compactMap { Int($0) }
            let lines = text.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }.count
            #expect(
                numbers.count == 2 && numbers[0] >= 1 && numbers[0] <= lines + 1 && numbers[1] >= 1 && !reason.isEmpty)
        }
        #expect(refused > Self.mutations / 100)
    }
}
