/// A part of a multipart body.
package struct MultipartPart {
    /// The range of the header fields in the body.
    let head: Range<Int>
    /// The range of the content in the body.
    package let content: Range<Int>
    package let headers: HTTPMock.HeaderFields
    /// The name of the form field, nil if the part has none.
    package let name: String?
    /// The name of the file, nil if the part is no file.
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
    package var mediaType: String {
        headers["Content-Type"].map { HeaderParameters($0).value } ?? "text/plain"
    }

    private static func headers(_ bytes: ArraySlice<UInt8>) -> HTTPMock.HeaderFields {
        var lines: [String] = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let text = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            if let first = text.utf8.first, first == 0x20 || first == 0x09, !lines.isEmpty {
                // A folded line continues the one before.
                lines[lines.count - 1] += text
            } else {
                lines.append(text)
            }
        }
        var headers = HTTPMock.HeaderFields()
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers.add(String(parts[0]), String(parts[1].drop { $0 == " " || $0 == "\t" }))
        }
        return headers
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
        return String(decoding: PercentEncoding.decode(Array(parts[2].utf8)), as: UTF8.self)
    }
}

/// Parses a multipart body into the ranges of its parts.
///
/// The parser accepts line feeds instead of CRLF, and a body that was cut off. The first violation is reported as
/// ``problem``, next to the parts that were found.
///
/// - SeeAlso: [RFC 2046 §5.1](https://www.rfc-editor.org/rfc/rfc2046.html#section-5.1)
package struct MultipartParser {
    /// The parts in order.
    package private(set) var parts: [MultipartPart] = []
    /// The reason why the body is malformed, nil if it is well-formed.
    package private(set) var problem: String?

    private let bytes: [UInt8]

    private static let lineFeed = UInt8(ascii: "\n")
    private static let hyphens = Array("--".utf8)

    /// Parses a body.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - contentType: The value of `Content-Type`. Without a boundary there, the first line that begins with `--` is
    ///     the boundary.
    package init(_ bytes: [UInt8], contentType: String) {
        self.bytes = bytes
        let boundary = HeaderParameters(contentType)["boundary"]
        if boundary == nil { problem = "Content-Type has no boundary" }
        guard let delimiter = boundary.map({ Self.hyphens + $0.utf8 }) ?? firstDelimiter() else { return }
        parse(delimiter)
    }

    private func firstDelimiter() -> [UInt8]? {
        for start in lineStarts where bytes[start...].starts(with: Self.hyphens) {
            let line = bytes[start...].prefix { $0 != Self.lineFeed && $0 != UInt8(ascii: "\r") }
            return Array(line)
        }
        return nil
    }

    private mutating func parse(_ delimiter: [UInt8]) {
        var start: Int?
        for line in lineStarts where bytes[line...].starts(with: delimiter) {
            var end = line + delimiter.count
            let isClosing = bytes[end...].starts(with: Self.hyphens)
            if isClosing { end += Self.hyphens.count }
            // Padding may follow, and nothing else: a longer line is not this boundary.
            let padding = bytes[end...].prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            end = padding.endIndex
            guard end == bytes.count || bytes[end] == Self.lineFeed else { continue }
            if let start { addPart(start..<max(start, lineEnd(before: line))) }
            start = min(end + 1, bytes.count)
            if isClosing { return }
        }
        let text = String(decoding: delimiter, as: UTF8.self)
        guard let start else {
            problem = problem ?? "the body has no boundary line \(text.debugDescription)"
            return
        }
        problem = problem ?? "the body ends without \("\(text)--".debugDescription)"
        addPart(start..<bytes.count)
    }

    private mutating func addPart(_ range: Range<Int>) {
        var line = range.lowerBound
        while line < range.upperBound {
            let end = bytes[line..<range.upperBound].firstIndex(of: Self.lineFeed) ?? range.upperBound
            let next = min(end + 1, range.upperBound)
            if bytes[line..<end].allSatisfy({ $0 == 0x0D }) {
                parts.append(MultipartPart(bytes, head: range.lowerBound..<line, content: next..<range.upperBound))
                return
            }
            line = next
        }
        problem = problem ?? "part \(parts.count + 1) has no empty line after its header fields"
        parts.append(MultipartPart(bytes, head: range, content: range.upperBound..<range.upperBound))
    }

    /// The index of each line's first byte.
    private var lineStarts: some Sequence<Int> {
        sequence(state: 0) { [bytes] next -> Int? in
            guard next < bytes.count else { return nil }
            let start = next
            next = bytes[start...].firstIndex(of: Self.lineFeed).map { $0 + 1 } ?? bytes.count
            return start
        }
    }

    /// Returns the end of the line before a line, without its line break.
    private func lineEnd(before line: Int) -> Int {
        line >= 2 && bytes[line - 2] == UInt8(ascii: "\r") ? line - 2 : line - 1
    }
}
