import Foundation

extension NamedValues {
    /// Replaces values in a body: JSON, a form, a multipart form, or a text with addresses and assignments.
    ///
    /// The body may be cut off, and need not be UTF-8. Without a type, a body with a NUL is binary.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - type: The body's content type; nil if there is none.
    ///   - depth: The number of multipart bodies that enclose the body.
    package static func body(
        _ body: Data, type: String?, depth: Int = 0, _ replace: ValueReplacement
    ) -> Data {
        let essence = MediaEssence(type)
        guard !body.isEmpty, !essence.isBinary else { return body }
        if essence.isMultipart { return multipart(body, type: type ?? "", depth: depth, replace) }
        let bytes = Array(body)
        if type == nil, bytes.index(of: 0, from: 0) != nil { return body }
        let startsAsJSON = bytes.first { $0 > 0x20 }.map { $0 == 0x7B || $0 == 0x5B || $0 == 0x22 } ?? false
        if !startsAsJSON, essence.isForm || type == nil && !bytes.contains(where: { $0 <= 0x20 }) {
            return Data(form(bytes, .form, replace))
        }
        let scanned = json(bytes, replace)
        // A sequence of JSON texts may have other lines, and what only starts as JSON may be a program.
        let isJSON = essence.isJSONText || startsAsJSON && JSONValue(body) != nil
        return Data(isJSON ? scanned : assignments(in: scanned, .text, depth: 0, replace))
    }

    /// Replaces values in the heads and the contents of the parts of a multipart body.
    ///
    /// - SeeAlso: [RFC 7578 §4.2](https://www.rfc-editor.org/rfc/rfc7578.html#section-4.2)
    private static func multipart(_ body: Data, type: String, depth: Int, _ replace: ValueReplacement) -> Data {
        if depth >= depthLimit, let replacement = replace(NamedPlace(.nesting, depth: depth), "") {
            return Data(replacement.utf8)
        }
        let bytes = Array(body)
        var replaced = Data()
        var end = 0
        for part in MultipartParser(bytes, contentType: type).parts {
            replaced += bytes[end..<part.head.lowerBound]
            replaced += lines(Array(bytes[part.head]), replace)
            replaced += bytes[part.head.upperBound..<part.content.lowerBound]
            replaced += content(of: part, in: bytes, depth: depth, replace)
            end = part.content.upperBound
        }
        return replaced + bytes[end...]
    }

    /// Replaces the content of one part of a multipart body, or the values in it.
    package static func content(
        of part: MultipartPart, in bytes: [UInt8], depth: Int = 0, _ replace: ValueReplacement
    ) -> Data {
        let content = Data(bytes[part.content])
        if let name = part.name,
            let replacement = replace(NamedPlace(.part, name), content.utf8Text ?? content.base64EncodedString())
        {
            return Data(replacement.utf8)
        }
        let type = part.headers["Content-Type"]
        let replaced = body(content, type: type, depth: depth + 1, replace)
        return MediaEssence(type).isText ? Data(lines(Array(replaced), replace)) : replaced
    }

    /// Replaces the values of lines that are header fields with a secret name.
    private static func lines(_ bytes: [UInt8], _ replace: ValueReplacement) -> [UInt8] {
        let lineFeed = UInt8(ascii: "\n")
        return Array(
            bytes.split(separator: lineFeed, omittingEmptySubsequences: false).map { line -> [UInt8] in
                guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                    line[..<colon].allSatisfy(\.isTokenCharacter)
                else { return Array(line) }
                let name = String(decoding: line[..<colon], as: UTF8.self)
                guard Redaction.isSecret(name) else { return Array(line) }
                let rest = line[(colon + 1)...]
                let value = String(
                    decoding: rest.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != 0x0D }, as: UTF8.self)
                let replaced = header(value, of: name, replace)
                guard replaced != value else { return Array(line) }
                let lineEnd: [UInt8] = line.last == 0x0D ? [0x0D] : []
                return line[...colon] + " \(replaced)".utf8 + lineEnd
            }.joined(separator: [lineFeed]))
    }
}
