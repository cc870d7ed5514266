import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite struct JSONValueTests {
    @Test(arguments: [
        ("1", "1.0"), ("1", "1e0"), ("10", "1E1"), ("0.1", "1e-1"), ("-0", "0"), ("-0.0e9", "0"), ("1e400", "10E399"),
        ("1e-400", "0.1e-399"), ("100", "1.00E+2"), ("0e99999999999999999999", "0"),
        ("123456789012345678901234567890123456789012345", "1234567890123456789012345678901234567890123.45e2"),
        (#""é""#, #""\u00e9""#), (#""\ud83d\ude00""#, #""😀""#), (#""\/""#, #""/""#), ("[1 , 2]", "[1,2]"),
        (#"{"a":1,"b":2}"#, " {\n\"b\" : 2,\t\"a\":1}\r\n"), (#"{"\u0061":1}"#, #"{"a":1}"#), ("\u{FEFF}true", "true"),
    ])
    func spellingDoesNotCount(first: String, second: String) throws {
        let values = try [first, second].map { try JSONValue(parsing: Data($0.utf8)) }
        #expect(values[0] == values[1])
        #expect(values[0].identity == values[1].identity)
        #expect(values[0].difference(from: values[1], allowingMore: false) == nil)
    }

    @Test(arguments: [
        ("1", "2"), ("1", "true"), ("0", "false"), ("1", #""1""#), ("null", "false"), ("{}", "[]"), ("\"\"", "null"),
        ("12345678901234567890", "12345678901234567891"), ("1.0000000000000001", "1"), ("1e400", "1e401"),
        ("1e99999999999999999999", "1e2"), ("1", "-1"), (#""é""#, "\"e\u{301}\""), ("[1,2]", "[2,1]"),
    ])
    func valuesThatDifferAreTold(first: String, second: String) throws {
        let values = try [first, second].map { try JSONValue(parsing: Data($0.utf8)) }
        #expect(values[0].difference(from: values[1], allowingMore: false) != nil)
        #expect(values[0].difference(from: values[1], allowingMore: true) != nil)
    }

    @Test(arguments: [
        ("", "the text ends where a value should begin (byte 0)"),
        ("  ", "the text ends where a value should begin (byte 2)"),
        ("user=alice", "no value begins so (byte 0)"), ("[1,]", "no value begins so (byte 3)"),
        ("{\"a\":1,}", "expected a member's name (byte 7)"), ("{\"a\" 1}", "expected a colon (byte 5)"),
        ("[1 2]", "expected a comma or the end of the array (byte 3)"),
        ("1 2", "there is more behind the value (byte 2)"),
        ("{\"a\":1", "expected a comma or the end of the object (byte 6)"),
        ("01", "there is more behind the value (byte 1)"),
        ("1.", "expected a digit (byte 2)"), ("-", "expected a digit (byte 1)"), ("1e+", "expected a digit (byte 3)"),
        (".5", "no value begins so (byte 0)"), ("tru", "no value begins so (byte 0)"),
        ("NaN", "no value begins so (byte 0)"),
        ("\"a", "the text ends within a string (byte 2)"), ("\"\\x\"", "no escape is written so (byte 2)"),
        ("\"\\u12g4\"", "expected four hexadecimal digits (byte 2)"),
        ("\"\\ud800\"", "an escape is half of a surrogate pair (byte 6)"),
        ("\"\n\"", "a string holds a control character that is not escaped (byte 1)"),
    ])
    func whatIsNoJSONSaysWhy(text: String, reason: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Data(text.utf8)) }
        #expect(error.map { "\($0)" } == reason)
    }

    @Test func hostileNestingIsRefused() {
        #expect(JSONValue(Data((String(repeating: "[", count: 512) + String(repeating: "]", count: 512)).utf8)) != nil)
        #expect(JSONValue(Data(String(repeating: "[", count: 1_000_000).utf8)) == nil)
        #expect(JSONValue(Data([0x22, 0xFF, 0x22])) == nil)
    }

    @Test func descriptionSortsKeysAndMasksSecrets() throws {
        let text = #"{"b/":[1.50,{"Access-Token":{"x":1}}],"a":"q\"\n\u0001","password":"hunter2"}"#
        let value = try JSONValue(parsing: Data(text.utf8))
        let masked = #"{"a":"q\"\n\u0001","b/":[1.5,{"Access-Token":"REDACTED"}],"password":"REDACTED"}"#
        #expect(value.description == masked)
        let whole = #"{"a":"q\"\n\u0001","b/":[1.5,{"Access-Token":{"x":1}}],"password":"hunter2"}"#
        #expect(value.identity == whole)
    }

    @Test(arguments: [
        ("1", "1"), ("-12.50", "-12.5"), ("100000", "100000"), ("1e21", "1e21"), ("1e20", "100000000000000000000"),
        ("0.00012", "0.00012"), ("1e-9", "1e-9"), ("1.5e300", "15e299"), ("-0", "0"), ("0.000001", "0.000001"),
    ])
    func numbersPrintPlainly(text: String, expected: String) {
        #expect(JSONNumber(spelled: text).description == expected)
    }

    @Test(arguments: Seeds.first(50, kept: [2_849_601_578_036_446_795, 2_849_601_578_036_447_498]))
    func parserAndTextAgreeWithFoundation(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            var text = SampleJSON.random(depth: 4, using: &generator).text(using: &generator)
            // Now and then a broken one.
            if generator.pick([true, false, false]), let index = text.indices.randomElement(using: &generator) {
                text.replaceSubrange(
                    index...index, with: generator.pick(["", "{", "]", "\"", ",", "1", "e", "-", ".", "\\", "\u{1}"]))
            }
            let data = Data(text.utf8)
            // Foundation lets a comma stand before the end, which RFC 8259 does not.
            let dense = text.filter { !$0.isWhitespace }
            guard !dense.contains(",]"), !dense.contains(",}") else { continue }
            // Nor has it numbers beyond a Double's.
            guard !dense.contains(/[eE]\+?[0-9]{3}/) else { continue }
            let isJSON = (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
            let value = JSONValue(data)
            #expect((value != nil) == isJSON, "\(text)")
            if let value { #expect(JSONValue(Data(value.identity.utf8)) == value, "\(text)") }
        }
    }

    @Test(arguments: Seeds.first(50, kept: [852_041_658_415_049_757, 852_041_658_415_050_087]))
    func comparisonIsThatOfTheReference(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let expected = SampleJSON.random(depth: 4, using: &generator)
            let actual = generator.pick([true, false]) ? expected : expected.changed(using: &generator)
            let texts = [actual.text(using: &generator), expected.text(using: &generator)]
            let values = try texts.map { try JSONValue(parsing: Data($0.utf8)) }
            let isEqual = values[0].difference(from: values[1], allowingMore: false) == nil
            #expect(isEqual == actual.isEqual(to: expected), "\(texts)")
            #expect(isEqual == (values[0] == values[1]), "\(texts)")
            let contains = values[0].difference(from: values[1], allowingMore: true) == nil
            #expect(contains == actual.contains(expected), "\(texts)")
        }
    }

    @Test func largeBodiesAreReadInOnePass() {
        let element = #"{"id":1,"name":"x","ok":true,"in":{"a":[1,2]}}"#
        let text = "[" + Array(repeating: element, count: 20_000).joined(separator: ",") + "]"
        #expect(JSONValue(Data(text.utf8)) != nil)
    }
}

/// JSON as a test thinks of it: compared in the most obvious way, spelled in any.
indirect enum SampleJSON {
    case null
    case bool(Bool)
    /// Hundredths.
    case number(Int)
    case string(String)
    case array([SampleJSON])
    case object([(key: String, value: SampleJSON)])

    static func random(depth: Int, using generator: inout SeededGenerator) -> SampleJSON {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &generator) {
        case 0: return .null
        case 1: return .bool(generator.pick([true, false]))
        case 2, 3: return .number(Int.random(in: -300...300, using: &generator) * generator.pick([1, 10, 100]))
        case 4: return .string(generator.text(of: ["a", "b", "é", "\"", "\\", "\n", "/", "😀"], count: 0...3))
        case 5:
            let count = Int.random(in: 0...3, using: &generator)
            return .array((0..<count).map { _ in random(depth: depth - 1, using: &generator) })
        default:
            let keys = ["a", "b", "c", "é", "x y"].filter { _ in generator.pick([true, false]) }
            return .object(keys.map { ($0, random(depth: depth - 1, using: &generator)) })
        }
    }

    /// Something near: a part changed, a member more or fewer.
    func changed(using generator: inout SeededGenerator) -> SampleJSON {
        switch self {
        case .array(var elements) where !elements.isEmpty:
            let index = generator.pick(elements.indices)
            elements[index] = elements[index].changed(using: &generator)
            return .array(elements)
        case .object(var members):
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: members.append((generator.pick(["more", "extra"]), .null))
            case 1 where !members.isEmpty: members.removeLast()
            default:
                guard let index = members.indices.randomElement(using: &generator) else { return .object(members) }
                members[index].value = members[index].value.changed(using: &generator)
            }
            return .object(members)
        default: return Self.random(depth: 1, using: &generator)
        }
    }

    func isEqual(to other: SampleJSON) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let first), .bool(let second)): first == second
        case (.number(let first), .number(let second)): first == second
        case (.string(let first), .string(let second)): first == second
        case (.array(let first), .array(let second)):
            first.count == second.count && zip(first, second).allSatisfy { $0.isEqual(to: $1) }
        case (.object(let first), .object(let second)):
            first.count == second.count && Self.object(first).contains(other, strictly: true)
        default: false
        }
    }

    func contains(_ part: SampleJSON, strictly: Bool = false) -> Bool {
        switch (self, part) {
        case (.array(let first), .array(let second)):
            first.count == second.count && zip(first, second).allSatisfy { $0.contains($1) }
        case (.object(let members), .object(let parts)):
            parts.allSatisfy { part in
                members.contains { member in
                    member.key == part.key
                        && (strictly ? member.value.isEqual(to: part.value) : member.value.contains(part.value))
                }
            }
        default: isEqual(to: part)
        }
    }

    /// A text of it, with members, white space, numbers and strings spelled at random.
    func text(using generator: inout SeededGenerator) -> String {
        let space = generator.pick(["", "", " ", "\n\t", "\r\n"])
        switch self {
        case .null: return space + "null"
        case .bool(let value): return "\(value)" + space
        case .number(let hundredths):
            let digits = "\(abs(hundredths))"
            let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
            let plain = "\(padded.dropLast(2)).\(padded.suffix(2))"
            let tenfold = hundredths == 0 ? digits : "\(digits)0"
            let text = generator.pick(["\(digits)e-2", plain, "\(plain)0", "\(tenfold)E-03", "\(digits).0e-2"])
            return (hundredths < 0 ? "-" : "") + text + space
        case .string(let string):
            return space + Self.quoted(string, using: &generator)
        case .array(let elements):
            return "[\(space)" + elements.map { $0.text(using: &generator) }.joined(separator: ",") + "]"
        case .object(let members):
            let parts = members.shuffled(using: &generator).map { key, value in
                "\(Self.quoted(key, using: &generator))\(space):\(value.text(using: &generator))"
            }
            return "{\(space)" + parts.joined(separator: ",\(space)") + "}"
        }
    }

    private static func quoted(_ string: String, using generator: inout SeededGenerator) -> String {
        var text = "\""
        for unit in string.unicodeScalars {
            switch unit {
            case "\"": text += generator.pick([#"\""#, #"\u0022"#])
            case "\\": text += generator.pick([#"\\"#, #"\u005C"#])
            case "\n": text += generator.pick([#"\n"#, #"\u000a"#])
            case "/": text += generator.pick(["/", #"\/"#])
            case "é": text += generator.pick(["é", #"\u00e9"#, #"\u00E9"#])
            case "😀": text += generator.pick(["😀", #"\ud83d\uDE00"#])
            default: text.unicodeScalars.append(unit)
            }
        }
        return text + "\""
    }
}
