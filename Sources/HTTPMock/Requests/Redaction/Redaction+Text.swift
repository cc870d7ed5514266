import Foundation

extension Redaction {
    /// Returns a text of unknown content without secrets: JSON, a URL, parameters, or none of these.
    static func text(ofValue text: String) -> String {
        guard text.utf8.contains(where: { "=:@".utf8.contains($0) }) else { return text }
        if let first = text.utf8.first(where: { $0 > 0x20 }), "{[".utf8.contains(first), text.utf8.contains(0x22) {
            let bytes = Array(text.utf8)
            // A GraphQL document starts as JSON does.
            let masked = JSONValue(Data(bytes)) == nil ? assignments(in: json(bytes), .text) : json(bytes)
            return String(decoding: masked, as: UTF8.self)
        }
        if isAddress(text) { return self.text(ofAddress: text) }
        return self.text(ofAssignments: text, in: .text)
    }

    /// Returns a part of a body, masked after the first name of a secret: `a=1&token=REDACTED`.
    static func text(ofFields text: String) -> String {
        let scalars = text.unicodeScalars
        for index in scalars.indices where scalars[index] == "=" || scalars[index] == ":" {
            let before = scalars[..<index].reversed().drop { $0 == "\"" || $0 == "'" || $0.properties.isWhitespace }
            let name = before.prefix {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0)
            }
            if isSecret(String(String.UnicodeScalarView(name.reversed()))) { return "\(text[...index])\(mask)" }
        }
        return text
    }

    /// Returns whether a text is one URL with an authority, and nothing else.
    private static func isAddress(_ text: String) -> Bool {
        guard let scheme = text.range(of: "://") else { return false }
        return text[..<scheme.lowerBound].utf8.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: "+") }
            && !text.utf8.contains { $0 <= 0x20 || "\"<>".utf8.contains($0) }
    }

    /// The surroundings of an assignment, which decide where its value ends.
    enum Surroundings {
        /// Prose, a header's value, or a program: quotes, white space, commas and semicolons end a value.
        case text
        /// The path of a URL: its delimiters end a value, as in `/a;sid=1/b`.
        case path
    }

    /// Returns a text without the values of secret names in `name=value`, `name="value"` and `name: "value"`.
    static func text(ofAssignments text: String, in surroundings: Surroundings) -> String {
        let bytes = Array(text.utf8)
        guard bytes.contains(where: { "=:".utf8.contains($0) }) else { return text }
        return String(decoding: assignments(in: bytes, surroundings), as: UTF8.self)
    }

    /// Returns bytes of text without the values of secret names, and without the users and passwords of URLs.
    static func assignments(in bytes: [UInt8], _ surroundings: Surroundings) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard isNameByte(bytes[index]) else {
                if let at = userEnd(in: bytes, after: index) {
                    output += "//\(mask)".utf8
                    index = at
                } else {
                    output.append(bytes[index])
                    index += 1
                }
                continue
            }
            let name = bytes[index...].prefix(while: isNameByte)
            let isInQuery = index > 0 && "?&#".utf8.contains(bytes[index - 1])
            index = name.endIndex
            output += name
            guard let value = value(after: index, in: bytes, isInQuery: isInQuery, surroundings) else { continue }
            output += bytes[index..<value.lowerBound]
            let text = String(decoding: PercentEncoding.decode(name), as: UTF8.self)
            if isSecret(text), !value.isEmpty {
                output += mask.utf8
                index = value.upperBound
            } else if bytes[value].contains(UInt8(ascii: "%")) {
                output += encodedValue(bytes[value])
                index = value.upperBound
            } else {
                // The value may contain an address or more assignments.
                index = value.lowerBound
            }
        }
        return output
    }

    /// Returns the range of the value that is assigned to a name ending at an index, nil if there is none.
    private static func value(
        after end: Int, in bytes: [UInt8], isInQuery: Bool, _ surroundings: Surroundings
    ) -> Range<Int>? {
        func isSpace(_ index: Int) -> Bool { index < bytes.count && [0x20, 0x09].contains(bytes[index]) }
        var index = end
        while isSpace(index) { index += 1 }
        guard index < bytes.count, "=:".utf8.contains(bytes[index]) else { return nil }
        let isTight = index == end && bytes[index] == UInt8(ascii: "=")
        index += 1
        let start = index
        while isSpace(index) { index += 1 }
        if index < bytes.count, "\"'".utf8.contains(bytes[index]) {
            let quote = bytes[index]
            // A GraphQL block string has three quotes.
            let quotes = bytes[index...].prefix { $0 == quote }.count >= 3 ? 3 : 1
            let opening = index + quotes
            index = opening
            while index < bytes.count, !bytes[index...].starts(with: repeatElement(quote, count: quotes)) {
                index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            return opening..<min(index, bytes.count)
        }
        guard isTight else { return nil }
        let ends: String.UTF8View
        switch surroundings {
        case .text where isInQuery: ends = "&#\"'<> \t\r\n".utf8
        case .text: ends = "&#\"'<> \t\r\n,;)".utf8
        case .path: ends = "/;".utf8
        }
        return start..<(bytes[start...].firstIndex { ends.contains($0) } ?? bytes.count)
    }

    /// Returns the index of the `@` that ends the user of a URL whose `//` is at an index, nil if there is none.
    private static func userEnd(in bytes: [UInt8], after index: Int) -> Int? {
        guard index > 0, bytes[index - 1] == UInt8(ascii: ":"), bytes[index...].starts(with: "//".utf8) else {
            return nil
        }
        let authority = bytes[(index + 2)...].prefix { $0 > 0x20 && !"/?#\"'<>".utf8.contains($0) }
        return authority.lastIndex(of: UInt8(ascii: "@"))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_-.[]%".utf8.contains(byte) || byte >= 0x80
        }
    }
}
