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
