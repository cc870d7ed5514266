import Foundation

/// A source location in a test, captured by the default arguments of a public function.
package struct CallSite: Sendable {
    package let fileID: StaticString
    package let filePath: StaticString
    package let line: UInt
    package let column: UInt

    package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }
}

extension CallSite: CustomStringConvertible, Hashable {
    /// The file name and the line, as in `UserTests.swift:14`.
    package var description: String {
        "\(fileID.description.split(separator: "/").last ?? "?"):\(line)"
    }

    package static func == (lhs: CallSite, rhs: CallSite) -> Bool {
        lhs.line == rhs.line && lhs.column == rhs.column && lhs.filePath.description == rhs.filePath.description
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(line) }
}
