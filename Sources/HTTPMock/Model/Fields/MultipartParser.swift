/// Parses a multipart body into the ranges of its parts.
///
/// The parser accepts line feeds instead of CRLF. The first violation, such as a body that was cut off, is reported as
/// ``problem``, next to the parts that were found.
///
/// - SeeAlso: [RFC 2046 §5.1](https://www.rfc-editor.org/rfc/rfc2046.html#section-5.1)
package struct MultipartParser {
    package private(set) var parts: [MultipartPart] = []
    /// The reason why the body is malformed, nil if it is well-formed.
    package private(set) var problem: String?

    /// Parses a body; without a boundary in the content type, the first line that begins with `--` is a boundary.
    package init(_ bytes: [UInt8], contentType: String) {
        let boundary = HeaderParameters(contentType)["boundary"]
        if boundary == nil { problem = "Content-Type has no boundary" }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let firstDashedLine = lines.first { $0.starts(with: "--".utf8) }?.prefix { $0 != UInt8(ascii: "\r") }
        let stated = boundary.map { Array("--\($0)".utf8) }
        guard let delimiter = stated ?? firstDashedLine.map(Array.init) else { return }
        // The start of the part after the last boundary; nil before the first one.
        var start: Int?
        for line in lines {
            guard let boundaryLine = BoundaryLine(line, delimiter: delimiter) else { continue }
            if let start {
                let end = line.startIndex - Self.lineBreakLength(before: line.startIndex, in: bytes)
                // A boundary right after another one shares the line break with that one.
                addPart(start..<max(start, end), of: bytes)
            }
            // After the line feed, which the last line may lack.
            start = min(line.endIndex + 1, bytes.count)
            if boundaryLine.isLast { return }
        }
        let text = String(decoding: delimiter, as: UTF8.self)
        if let start {
            report("the body ends without \("\(text)--".debugDescription)")
            addPart(start..<bytes.count, of: bytes)
        } else {
            report("the body has no boundary line \(text.debugDescription)")
        }
    }

    /// A line that is a boundary.
    private struct BoundaryLine {
        /// Whether the line ends the body.
        let isLast: Bool

        init?(_ line: ArraySlice<UInt8>, delimiter: [UInt8]) {
            guard line.starts(with: delimiter) else { return nil }
            var rest = line.dropFirst(delimiter.count)
            isLast = rest.starts(with: "--".utf8)
            if isLast { rest = rest.dropFirst(2) }
            // Padding may follow, and nothing else: a longer line is not this boundary.
            guard rest.allSatisfy(" \t\r".utf8.contains) else { return nil }
        }
    }

    /// Returns the length of the line break before a boundary, which is part of the boundary.
    private static func lineBreakLength(before index: Int, in bytes: [UInt8]) -> Int {
        let hasReturn = index >= 2 && bytes[index - 2] == UInt8(ascii: "\r")
        return hasReturn ? 2 : 1
    }

    private mutating func report(_ problem: String) {
        self.problem = self.problem ?? problem
    }

    private mutating func addPart(_ range: Range<Int>, of bytes: [UInt8]) {
        let lines = bytes[range].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // The empty rest after the last line feed is not a line.
        let emptyLine = lines.first { line in
            line.startIndex < range.upperBound && line.allSatisfy { $0 == UInt8(ascii: "\r") }
        }
        if emptyLine == nil { report("part \(parts.count + 1) has no empty line after its header fields") }
        // After the line feed, which the last line may lack.
        let start = min(emptyLine.map { $0.endIndex + 1 } ?? range.upperBound, range.upperBound)
        let head = range.lowerBound..<(emptyLine?.startIndex ?? range.upperBound)
        parts.append(MultipartPart(bytes, head: head, content: start..<range.upperBound))
    }
}
