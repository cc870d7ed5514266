import TestSupport

/// JSON values as a reference: compared in the most obvious way, spelled in random ways.
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

    /// Returns a similar value: one part changed, one member more or fewer.
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

    /// Returns a text of the value with random white space and random spellings.
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
