/// A part of a multipart body.
package struct MultipartPart {
    let head: Range<Int>
    package let content: Range<Int>
    package let headers: HTTPMock.HeaderFields
    /// The name of the form field, nil if the part has none.
    package let name: String?
    package let fileName: String?

    init(_ bytes: [UInt8], head: Range<Int>, content: Range<Int>) {
        self.head = head
        self.content = content
        headers = Self.headers(bytes[head])
        let disposition = headers["Content-Disposition"].map(HeaderParameters.init)
        name = disposition?["name"].map(Self.unescaped)
        fileName = disposition?["filename*"].flatMap(Self.extendedValue) ?? disposition?["filename"].map(Self.unescaped)
    }

    /// The media type in lower case without parameters; `text/plain` unless the part has another one.
    ///
    /// - SeeAlso: [RFC 7578 §4.4](https://www.rfc-editor.org/rfc/rfc7578.html#section-4.4)
    package var mediaType: String { headers["Content-Type"].map { HeaderParameters($0).value } ?? "text/plain" }

    private static func headers(_ bytes: ArraySlice<UInt8>) -> HTTPMock.HeaderFields {
        // A folded line continues the one before.
        let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
            .replacing("\n ", with: " ").replacing("\n\t", with: "\t")
        let fields = text.split(separator: "\n").compactMap { line -> HTTPMock.HeaderFields.Field? in
            let parts = line.split(separator: ":", maxSplits: 1)
            return parts.count == 2 ? .init(String(parts[0]), String(parts[1].drop { " \t".contains($0) })) : nil
        }
        return HTTPMock.HeaderFields(fields)
    }

    /// Decodes the three escapes that clients write in names.
    ///
    /// - SeeAlso: [HTML, multipart/form-data](https://html.spec.whatwg.org/#multipart-form-data)
    private static func unescaped(_ name: String) -> String {
        name.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }

    /// Decodes a parameter such as `UTF-8''na%C3%AFve.txt`; nil if it has another form or charset.
    ///
    /// - SeeAlso: [RFC 8187 §3.2](https://www.rfc-editor.org/rfc/rfc8187.html#section-3.2)
    private static func extendedValue(_ text: String) -> String? {
        let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
        return String(decoding: PercentEncoding.decode(parts[2].utf8), as: UTF8.self)
    }
}

/// Parses a multipart body into the ranges of its parts.
///
/// The parser accepts line feeds instead of CRLF, and a body that was cut off. The first violation is reported as
/// ``problem``, next to the parts that were found.
///
/// - SeeAlso: [RFC 2046 §5.1](https://www.rfc-editor.org/rfc/rfc2046.html#section-5.1)
package struct MultipartParser {
    package private(set) var parts: [MultipartPart] = []
    /// The reason why the body is malformed, nil if it is well-formed.
    package private(set) var problem: String?

    /// Parses a body; without a boundary, the first line that begins with `--` is one.
    package init(_ bytes: [UInt8], contentType: String) {
        let boundary = HeaderParameters(contentType)["boundary"]
        if boundary == nil { problem = "Content-Type has no boundary" }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let first = lines.first { $0.starts(with: "--".utf8) }?.prefix { $0 != UInt8(ascii: "\r") }
        guard let delimiter = boundary.map({ Array("--\($0)".utf8) }) ?? first.map(Array.init) else { return }
        var start: Int?
        for line in lines where line.starts(with: delimiter) {
            let rest = line.dropFirst(delimiter.count)
            let isClosing = rest.starts(with: "--".utf8)
            // Padding may follow, and nothing else: a longer line is not this boundary.
            guard rest.dropFirst(isClosing ? 2 : 0).allSatisfy(" \t\r".utf8.contains) else { continue }
            if let start {
                // The line break before a boundary is part of the boundary.
                let hasReturn = line.startIndex >= 2 && bytes[line.startIndex - 2] == UInt8(ascii: "\r")
                addPart(start..<max(start, line.startIndex - (hasReturn ? 2 : 1)), of: bytes)
            }
            start = min(line.endIndex + 1, bytes.count)
            if isClosing { return }
        }
        let text = String(decoding: delimiter, as: UTF8.self)
        let cut = "the body ends without \("\(text)--".debugDescription)"
        problem = problem ?? (start == nil ? "the body has no boundary line \(text.debugDescription)" : cut)
        if let start { addPart(start..<bytes.count, of: bytes) }
    }

    private mutating func addPart(_ range: Range<Int>, of bytes: [UInt8]) {
        let lines = bytes[range].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let empty = lines.first { $0.startIndex < range.upperBound && $0.allSatisfy { $0 == UInt8(ascii: "\r") } }
        if empty == nil { problem = problem ?? "part \(parts.count + 1) has no empty line after its header fields" }
        let start = min(empty.map { $0.endIndex + 1 } ?? range.upperBound, range.upperBound)
        let head = range.lowerBound..<(empty?.startIndex ?? range.upperBound)
        parts.append(MultipartPart(bytes, head: head, content: start..<range.upperBound))
    }
}
