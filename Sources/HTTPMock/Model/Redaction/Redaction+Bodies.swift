import Foundation

extension Redaction {
    /// Returns a body's text without secrets.
    ///
    /// - Parameters:
    ///   - text: The body.
    ///   - type: The body's content type, nil if there is none.
    static func text(ofBody text: String, type: String?) -> String {
        String(decoding: body(Data(text.utf8), type: type), as: UTF8.self)
    }

    /// Returns a body without secrets.
    ///
    /// The body may be JSON, a form, a multipart form, or a text with addresses and parameters.
    ///
    /// The body may be cut off, and need not be UTF-8. All that is not masked keeps its spelling.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - type: The body's content type, nil if there is none.
    package static func body(_ body: Data, type: String?) -> Data {
        let essence = MediaEssence(type)
        guard !body.isEmpty, !essence.isBinary else { return body }
        if essence.isMultipart { return multipart(body, type: type ?? "") }
        let bytes = Array(body)
        let startsAsJSON = bytes.first { $0 > 0x20 }.map("{[\"".utf8.contains) ?? false
        if !startsAsJSON, essence.isForm || type == nil && !bytes.contains(where: { $0 <= 0x20 }) {
            return form(bytes)
        }
        let isJSON = essence.isJSON || startsAsJSON && JSONValue(body) != nil
        return Data(isJSON ? json(bytes) : assignments(in: json(bytes), .text))
    }

    private static func form(_ bytes: [UInt8]) -> Data {
        let fields = bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { field($0) }
        return Data(fields.joined(separator: [UInt8(ascii: "&")]))
    }

    /// Masks the secrets in the heads and the contents of a multipart form's parts.
    ///
    /// - SeeAlso: [RFC 7578 §4.2](https://www.rfc-editor.org/rfc/rfc7578.html#section-4.2)
    private static func multipart(_ body: Data, type: String) -> Data {
        let bytes = Array(body)
        let parts = MultipartParser(bytes, contentType: type).parts
        var masked = Data()
        var end = 0
        for part in parts {
            masked += bytes[end..<part.head.lowerBound]
            masked += lines(Array(bytes[part.head]))
            masked += bytes[part.head.upperBound..<part.content.lowerBound]
            if let name = part.name, isSecret(name) {
                masked += Data(mask.utf8)
            } else {
                let type = part.headers["Content-Type"]
                let content = self.body(Data(bytes[part.content]), type: type)
                masked += MediaEssence(type).isText ? Data(lines(Array(content))) : content
            }
            end = part.content.upperBound
        }
        return masked + bytes[end...]
    }

    /// Masks the values of lines that are header fields.
    private static func lines(_ bytes: [UInt8]) -> [UInt8] {
        let lineFeed = UInt8(ascii: "\n")
        return Array(
            bytes.split(separator: lineFeed, omittingEmptySubsequences: false).map { line -> [UInt8] in
                guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                    line[..<colon].allSatisfy(\.isTokenCharacter)
                else { return Array(line) }
                let name = String(decoding: line[..<colon], as: UTF8.self)
                guard isSecret(name) else { return Array(line) }
                let rest = line[(colon + 1)...]
                let value = String(
                    decoding: rest.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != 0x0D }, as: UTF8.self)
                let lineEnd: [UInt8] = line.last == 0x0D ? [0x0D] : []
                return line[...colon] + " \(headerValue(value, of: name))".utf8 + lineEnd
            }.joined(separator: [lineFeed]))
    }
}
