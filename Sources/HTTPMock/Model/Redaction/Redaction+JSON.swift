import Foundation

extension Redaction {
    /// Returns a JSON text without the values of secret members and secrets in strings.
    ///
    /// The text is scanned, not parsed, because a cut text or a stream of events with JSON has secrets too. Everything
    /// that is not masked keeps its spelling.
    static func json(_ bytes: [UInt8], depth: Int = 0) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "\"")) else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var scan = JSONScan(bytes: bytes)
        while scan.index < bytes.count {
            let start = scan.index
            guard bytes[start] == UInt8(ascii: "\"") else {
                output.append(bytes[start])
                scan.index += 1
                continue
            }
            scan.skipString()
            let string = bytes[start..<scan.index]
            let end = scan.index
            scan.skipSpace()
            guard scan.index < bytes.count, bytes[scan.index] == UInt8(ascii: ":") else {
                scan.index = end
                output += masked(string: string, depth: depth)
                continue
            }
            output += string
            guard isSecret(decoded(string) ?? "") else {
                scan.index = end
                continue
            }
            scan.index += 1
            scan.skipSpace()
            output += bytes[end..<scan.index]
            let value = scan.index
            scan.skipValue()
            if value < scan.index { output += "\"\(mask)\"".utf8 }
        }
        return output
    }

    /// Returns a quoted string without secrets; a string without any keeps its spelling.
    private static func masked(string: ArraySlice<UInt8>, depth: Int) -> [UInt8] {
        guard string.contains(where: { "=:@\\".utf8.contains($0) }), let text = decoded(string) else {
            return Array(string)
        }
        let masked = self.text(ofValue: text, depth: depth + 1)
        return masked == text ? Array(string) : Array(JSONValue.string(masked).text.utf8)
    }

    /// Returns the text of a quoted string, which may be cut; nil if it is not JSON.
    private static func decoded(_ string: ArraySlice<UInt8>) -> String? {
        for text in [Data(string), Data(string) + Data([UInt8(ascii: "\"")])] {
            if case .string(let decoded) = JSONValue(text) { return decoded }
        }
        return nil
    }
}

/// A scanner for the bytes of a JSON text, which may be broken.
private struct JSONScan {
    let bytes: [UInt8]
    var index = 0

    mutating func skipSpace() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    /// Moves from the opening quote of a string to the byte after the closing one.
    mutating func skipString() {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
    }

    mutating func skipValue() {
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return }
                depth -= 1
                index += 1
            case UInt8(ascii: ","), 0x0A, 0x0D:
                guard depth > 0 else { return }
                index += 1
            default: index += 1
            }
            // A string, an object or an array ends the value.
            if depth == 0, let last = bytes[..<index].last, [0x22, 0x5D, 0x7D].contains(last) { return }
        }
    }
}
