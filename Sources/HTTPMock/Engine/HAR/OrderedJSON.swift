import Foundation

/// A JSON value whose members keep the order in which they were given.
///
/// The text is for people who read the changes of a file. Each level is indented by two spaces, and ``line(_:)`` writes
/// a short object on one line.
package indirect enum OrderedJSON: Sendable {
    case string(String)
    case integer(Int)
    case number(Double)
    case bool(Bool)
    case null
    case array([OrderedJSON])
    /// Numbers on one line.
    case row([Int])
    case object([Member])
    /// An object on one line.
    case line([Member])

    /// A member of an object.
    package struct Member: Sendable {
        let name: String
        let value: OrderedJSON

        package init(_ name: String, _ value: OrderedJSON) {
            self.name = name
            self.value = value
        }
    }

    /// The value as a JSON text in UTF-8.
    ///
    /// The text has no line break at its end, so that no part of a file is a whole file.
    package var data: Data {
        var writer = OrderedJSONWriter()
        writer.write(self, indentation: 0)
        return Data(writer.bytes)
    }
}

/// Appends JSON to bytes.
private struct OrderedJSONWriter {
    var bytes: [UInt8] = []

    mutating func write(_ value: OrderedJSON, indentation: Int) {
        switch value {
        case .string(let text): write(text)
        case .integer(let number): bytes += "\(number)".utf8
        case .number(let number): write(number)
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .null: bytes += "null".utf8
        case .array(let elements):
            writeLines(elements, "[", "]", indentation) { $0.write($1, indentation: indentation + 1) }
        case .row(let numbers):
            bytes += "[\(numbers.map(String.init).joined(separator: ", "))]".utf8
        case .object(let members):
            writeLines(members, "{", "}", indentation) { $0.write($1, indentation: indentation + 1) }
        case .line(let members):
            bytes += "{ ".utf8
            for (index, member) in members.enumerated() {
                if index > 0 { bytes += ", ".utf8 }
                write(member, indentation: indentation)
            }
            bytes += " }".utf8
        }
    }

    private mutating func write(_ member: OrderedJSON.Member, indentation: Int) {
        write(member.name)
        bytes += ": ".utf8
        write(member.value, indentation: indentation)
    }

    private mutating func writeLines<Element>(
        _ elements: [Element], _ opening: String, _ closing: String, _ indentation: Int,
        _ writeElement: (inout Self, Element) -> Void
    ) {
        bytes += opening.utf8
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine(indentation + 1)
            writeElement(&self, element)
        }
        if !elements.isEmpty { breakLine(indentation) }
        bytes += closing.utf8
    }

    private mutating func breakLine(_ indentation: Int) {
        bytes.append(UInt8(ascii: "\n"))
        bytes += repeatElement(UInt8(ascii: " "), count: 2 * indentation)
    }

    /// JSON has no infinite number; a number without a fraction is written as an integer.
    private mutating func write(_ number: Double) {
        guard number.isFinite else { return bytes.append(UInt8(ascii: "0")) }
        bytes += (Int(exactly: number).map { "\($0)" } ?? "\(number)").utf8
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            for byte in utf8 {
                switch byte {
                case UInt8(ascii: "\""): bytes += #"\""#.utf8
                case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
                case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
                case UInt8(ascii: "\r"): bytes += #"\r"#.utf8
                case UInt8(ascii: "\t"): bytes += #"\t"#.utf8
                case 0..<0x20: bytes += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
                default: bytes.append(byte)
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
