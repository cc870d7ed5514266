/// Where in the user's source something was written.
package struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
    package let fileID: String
    package let filePath: String
    package let line: Int
    package let column: Int

    package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
        self.fileID = fileID.description
        self.filePath = filePath.description
        self.line = Int(line)
        self.column = Int(column)
    }

    /// The file's name and the line, as in `UserTests.swift:14`.
    package var description: String {
        "\(fileID.split(separator: "/").last ?? "?"):\(line)"
    }
}
