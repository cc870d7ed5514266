/// A line and a column of a text, both from 1.
struct TextPosition: Hashable, Sendable {
    let line: Int
    /// The column, which counts code points.
    let column: Int

    init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Finds the line and the column of a byte; lines end with `\n`.
    ///
    /// - Parameters:
    ///   - offset: The number of bytes before the byte. An offset after the end finds the position of the end.
    ///   - bytes: The text.
    init(of offset: Int, in bytes: ArraySlice<UInt8>) {
        let end = min(bytes.startIndex + offset, bytes.endIndex)
        var line = 1
        var start = bytes.startIndex
        for index in bytes.startIndex..<end where bytes[index] == UInt8(ascii: "\n") {
            line += 1
            start = index + 1
        }
        self.line = line
        column = 1 + bytes[start..<end].count { !$0.isContinuation }
    }
}

extension TextPosition: CustomStringConvertible {
    /// The position as `line:column`.
    var description: String { "\(line):\(column)" }

    /// Returns the position in a file: `openapi.yaml:12:5`, or `line 12, column 5` without a file.
    func text(in file: String?) -> String {
        file.map { "\($0):\(self)" } ?? "line \(line), column \(column)"
    }
}
