import Foundation
import HTTPMock

extension NamedValues {
    /// Replaces values in a body of JSON, text with JSON in it, or a form.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - type: The value of its `Content-Type`.
    static func body(_ bytes: Data, type: String, _ replace: ValueReplacement) -> Data {
        let essence = MediaEssence(type)
        if essence.isMultipart { return multipart(bytes, type: type, replace) }
        guard let text = bytes.utf8Text else { return bytes }
        let replaced: Data
        if essence.isForm {
            replaced = Data(form(Substring(text), .form, replace).utf8)
        } else {
            let scanned = json(bytes, replace)
            let masked = essence.isJSONText ? nil : prose(String(decoding: scanned, as: UTF8.self), replace)
            replaced = masked.map { Data($0.utf8) } ?? scanned
        }
        return replaced == bytes ? bytes : replaced
    }

    /// Replaces the contents of named parts, and values in the contents of other parts.
    ///
    /// - SeeAlso: [RFC 7578](https://www.rfc-editor.org/rfc/rfc7578.html)
    private static func multipart(_ body: Data, type: String, _ replace: ValueReplacement) -> Data {
        let bytes = [UInt8](body)
        var output = Data()
        var copied = 0
        for part in MultipartParser(bytes, contentType: type).parts {
            output += bytes[copied..<part.content.lowerBound]
            output += content(of: part, in: bytes, replace)
            copied = part.content.upperBound
        }
        return output + bytes[copied...]
    }

    /// Returns the content of one part of a multipart body with its values replaced.
    static func content(of part: MultipartPart, in bytes: [UInt8], _ replace: ValueReplacement) -> Data {
        let content = Data(bytes[part.content])
        let text = content.utf8Text ?? content.base64EncodedString()
        if let name = part.name, let replacement = replace(NamedPlace(.part, name), text) {
            return Data(replacement.utf8)
        }
        // A multipart body in a part stays, because its nesting could be endless.
        let type = part.headers["Content-Type"] ?? ""
        return MediaEssence(type).isMultipart ? content : body(content, type: type, replace)
    }

    /// Replaces the strings and numbers of JSON members.
    ///
    /// A number becomes 0, so that clients can still decode a number. The text is scanned and not parsed, because a
    /// stream of events also contains JSON.
    static func json(_ bytes: Data, _ replace: ValueReplacement, depth: Int = 0) -> Data {
        var scan = JSONTextScan(bytes: [UInt8](bytes))
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var copied = 0
        while let leaf = scan.next() {
            let place = NamedPlace(.json, names: leaf.names, depth: depth)
            guard let replaced = leaf.isNumber ? replace(place, leaf.value) : value(leaf.value, at: place, replace)
            else { continue }
            output += scan.bytes[copied..<leaf.range.lowerBound]
            output += (leaf.isNumber ? "0" : JSONValue.string(replaced).text).utf8
            copied = leaf.range.upperBound
        }
        guard copied > 0 else { return bytes }
        return Data(output + scan.bytes[copied...])
    }
}

/// Finds the member values in a text that contains JSON, which may be broken.
private struct JSONTextScan {
    struct Leaf {
        let names: [String]
        let range: Range<Int>
        let value: String
        let isNumber: Bool
    }

    let bytes: [UInt8]
    private var index = 0
    /// The names of the enclosing members, from outside in.
    private var path: [String] = []
    /// For each enclosing object or array, whether the last name of ``path`` is its own.
    private var isNamed: [Bool] = []
    /// The most outer names and the most inner names of one leaf: the nesting that JSON parsers accept.
    ///
    /// Without a limit, the time for a body would grow with the square of its length.
    private static let nameLimit = 512

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> Leaf? {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                isNamed.append(false)
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if isNamed.popLast() == true { path.removeLast() }
                index += 1
            case UInt8(ascii: "\""):
                let range = string()
                let text = Self.text(bytes[range])
                if isColonNext() {
                    setName(text)
                } else if !isNamed.isEmpty {
                    return leaf(range, text, isNumber: false)
                }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let range = number()
                if !isNamed.isEmpty { return leaf(range, Self.text(bytes[range]), isNumber: true) }
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): skipWord()
            default: index += 1
            }
        }
        return nil
    }

    private func leaf(_ range: Range<Int>, _ value: String, isNumber: Bool) -> Leaf {
        let limit = Self.nameLimit
        let names = path.count > 2 * limit ? Array(path.prefix(limit) + path.suffix(limit)) : path
        return Leaf(names: names, range: range, value: value, isNumber: isNumber)
    }

    /// Makes a name the last one of the innermost object.
    private mutating func setName(_ name: String) {
        guard let wasNamed = isNamed.popLast() else { return }
        if wasNamed { path.removeLast() }
        if !name.isEmpty { path.append(name) }
        isNamed.append(!name.isEmpty)
    }

    private mutating func string() -> Range<Int> {
        let start = index
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
        return start..<index
    }

    private mutating func number() -> Range<Int> {
        let start = index
        while index < bytes.count, "+-.eE0123456789".utf8.contains(bytes[index]) { index += 1 }
        return start..<index
    }

    /// Skips a word outside a string, including its digits.
    private mutating func skipWord() {
        while index < bytes.count, bytes[index].isWordCharacter { index += 1 }
    }

    private func isColonNext() -> Bool {
        bytes[index...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: ":")
    }

    /// Returns the text of a token, with the escapes of a string decoded.
    private static func text(_ token: ArraySlice<UInt8>) -> String {
        guard token.first == UInt8(ascii: "\"") else { return String(decoding: token, as: UTF8.self) }
        if token.contains(UInt8(ascii: "\\")), let text = JSONValue(Data(token))?.string { return text }
        let isClosed = token.count > 1 && token.last == UInt8(ascii: "\"")
        return String(decoding: token.dropFirst().dropLast(isClosed ? 1 : 0), as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isWordCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
