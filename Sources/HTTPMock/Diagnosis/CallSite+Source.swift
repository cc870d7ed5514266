import Foundation

extension CallSite {
    /// Returns whether the registration's source contains a text; false if the file can't be read.
    ///
    /// The source is the call at the location. Where the compiler gives the arguments of an attribute the location of
    /// the declaration, the source is the attribute. Where a line has no call, the source is the file.
    func isSource(of text: String) -> Bool {
        guard let (lines, number) = source else { return false }
        guard lines.indices.contains(number), lines[number].contains(where: { "({".utf8.contains($0) }) else {
            return lines.contains { $0.contains(text) }
        }
        if isOfDeclaration(lines[number]) {
            let above = lines[...number].suffix(100)
            let start = above.lastIndex { $0.hasAttribute }
            if let start, above[start...].contains(where: { $0.contains(text) }) { return true }
        }
        var depth = 0
        for line in lines[number...].prefix(20) {
            if line.contains(text) { return true }
            for byte in line where byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") {
                depth += byte == UInt8(ascii: "(") ? 1 : -1
            }
            if depth <= 0 { return false }
        }
        return false
    }

    /// Whether the location is that of a declaration, and the attribute with the call is on lines above it.
    package var isOfDeclarationBelow: Bool {
        guard let (lines, number) = source, lines.indices.contains(number) else { return false }
        return isOfDeclaration(lines[number]) && !lines[number].prefix(start).hasAttribute
    }

    /// The number of bytes before the location in its line.
    private var start: Int { Int(max(column, 1)) - 1 }

    /// The lines of the source file, and the number of the lines before the location; nil if the file can't be read.
    private var source: (lines: [Data.SubSequence], number: Int)? {
        let file = FileManager.default.contents(atPath: "\(filePath)")
        return file.map {
            ($0.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false), Int(max(line, 1)) - 1)
        }
    }

    /// Returns whether the location is that of the declaration in a line, which may have an attribute.
    private func isOfDeclaration(_ line: Data) -> Bool {
        let word = line.dropFirst(start).prefix { $0 != UInt8(ascii: " ") }
        return ["func", "static", "struct", "class", "actor", "enum"].contains(String(decoding: word, as: UTF8.self))
    }
}

extension Data {
    /// Returns whether the bytes contain those of a text.
    fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }

    fileprivate var hasAttribute: Bool { contains("@Test") || contains("@Suite") }
}
