import Foundation
import HTTPMock

/// A value of a JSON text as a range of its bytes, so that a change of one value keeps all other bytes.
struct JSONSpan {
    enum Kind {
        case string
        case number
        case object([(name: String, value: JSONSpan)])
        case array([JSONSpan])
        /// True, false or null.
        case word
    }

    let range: Range<Int>
    let kind: Kind

    /// Reads a text that a strict parser has accepted before, so that its nesting is limited.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
        guard let span = reader.value() else { return nil }
        self = span
    }

    fileprivate init(_ range: Range<Int>, _ kind: Kind) {
        self.range = range
        self.kind = kind
    }

    /// The text of a string; nil for any other value.
    func string(in bytes: [UInt8]) -> String? {
        guard case .string = kind else { return nil }
        return JSONValue(Data(bytes[range]))?.string
    }

    subscript(_ name: String) -> JSONSpan? {
        guard case .object(let members) = kind else { return nil }
        return members.first { $0.name == name }?.value
    }

    var elements: [JSONSpan]? {
        guard case .array(let elements) = kind else { return nil }
        return elements
    }
}

/// Reads the ranges of a valid JSON text.
private struct Reader {
    let bytes: [UInt8]
    var index = 0

    mutating func value() -> JSONSpan? {
        skipSpace()
        let start = index
        guard index < bytes.count else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "\""):
            skipString()
            return JSONSpan(start..<index, .string)
        case UInt8(ascii: "["):
            index += 1
            var elements: [JSONSpan] = []
            while !skip(UInt8(ascii: "]")) {
                guard let element = value() else { return nil }
                elements.append(element)
                _ = skip(UInt8(ascii: ","))
            }
            return JSONSpan(start..<index, .array(elements))
        case UInt8(ascii: "{"):
            index += 1
            var members: [(name: String, value: JSONSpan)] = []
            while !skip(UInt8(ascii: "}")) {
                guard let name = value()?.string(in: bytes), skip(UInt8(ascii: ":")), let member = value() else {
                    return nil
                }
                members.append((name, member))
                _ = skip(UInt8(ascii: ","))
            }
            return JSONSpan(start..<index, .object(members))
        case let first:
            while index < bytes.count, !",]} \n\r\t".utf8.contains(bytes[index]) { index += 1 }
            let isNumber = first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
            return index > start ? JSONSpan(start..<index, isNumber ? .number : .word) : nil
        }
    }

    private mutating func skipString() {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        skipSpace()
        guard index < bytes.count, bytes[index] == byte else { return index >= bytes.count }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while index < bytes.count, " \n\r\t".utf8.contains(bytes[index]) { index += 1 }
    }
}
