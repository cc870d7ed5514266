import Foundation

/// A body in several parts.
///
/// - SeeAlso: [RFC 7578](https://www.rfc-editor.org/rfc/rfc7578.html), [RFC 2046 §5.1](https://www.rfc-editor.org/rfc/rfc2046.html#section-5.1)
struct MultipartForm {
    struct Part {
        /// The header lines in lower case, sorted.
        let head: [String]
        let name: String
        /// The range of the content in the body.
        let content: Range<Int>
    }

    let parts: [Part]
    private let bytes: Data

    /// Parses a body; nil if the type names no boundary, or the body is broken.
    init?(_ body: Data, type: String) {
        guard let boundary = Self.boundary(of: type) else { return nil }
        let bytes = body.startIndex == 0 ? body : Data(body)
        let delimiter = Data("--\(boundary)".utf8)
        var parts: [Part] = []
        guard var start = bytes.range(of: delimiter)?.upperBound else { return nil }
        while let next = bytes.range(of: delimiter, in: start..<bytes.endIndex) {
            guard let part = Self.part(start..<next.lowerBound, of: bytes) else { return nil }
            parts.append(part)
            start = next.upperBound
        }
        guard bytes[start...].starts(with: "--".utf8) else { return nil }
        self.bytes = bytes
        self.parts = parts
    }

    func content(of part: Part) -> Data { Data(bytes[part.content]) }

    /// Returns the body with the contents of some parts replaced.
    func replacing(_ replace: ValueReplacement) -> Data {
        var output = Data()
        var copied = 0
        for part in parts {
            let value = String(decoding: bytes[part.content], as: UTF8.self)
            guard let replacement = replace(NamedPlace(.part, part.name), value) else { continue }
            output += bytes[copied..<part.content.lowerBound] + Data(replacement.utf8)
            copied = part.content.upperBound
        }
        return copied == 0 ? bytes : output + bytes[copied...]
    }

    private static func part(_ range: Range<Int>, of bytes: Data) -> Part? {
        let separator = Data("\r\n\r\n".utf8)
        let lineEnd = Data("\r\n".utf8)
        guard bytes[range].starts(with: lineEnd), let gap = bytes.range(of: separator, in: range),
            gap.upperBound <= range.upperBound - lineEnd.count
        else { return nil }
        let head = String(decoding: bytes[range.lowerBound..<gap.lowerBound], as: UTF8.self)
        let lines = head.components(separatedBy: "\r\n").filter { !$0.isEmpty }
        return Part(
            head: lines.map { line in
                let name = line.prefix { $0 != ":" }
                return name.lowercased() + line.dropFirst(name.count)
            }.sorted(),
            name: head.components(separatedBy: " name=\"").dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
                ?? "",
            content: gap.upperBound..<(range.upperBound - lineEnd.count))
    }

    private static func boundary(of type: String) -> String? {
        guard let range = type.range(of: "boundary=", options: .caseInsensitive) else { return nil }
        let rest = type[range.upperBound...]
        let boundary = rest.first == "\"" ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != ";" }
        return boundary.isEmpty ? nil : boundary.trimmingCharacters(in: .whitespaces)
    }
}
