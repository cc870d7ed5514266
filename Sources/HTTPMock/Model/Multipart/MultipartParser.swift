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
