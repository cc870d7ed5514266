import Foundation

/// The source files that one diagnosis reads, each once.
///
/// Reading a file may block, so a diagnosis uses this object on one of the ``WorkerThreads``. The report of a problem
/// uses an object of its own, in the task that reports.
final class SourceFiles {
    /// The lines of the files by path; none for a file that can't be read.
    private var files: [String: [Data.SubSequence]] = [:]

    /// Returns whether the source of a registration has a text; false if the file can't be read.
    ///
    /// - Parameters:
    ///   - text: The text, which is not part of a longer word or number there.
    ///   - marker: A text that has to come first; nil for none.
    func contains(_ text: String, after marker: String? = nil, at location: CallSite) -> Bool {
        regions(of: location).contains { region in
            var rest = region[...]
            if let marker {
                guard let found = rest.firstRange(of: marker.utf8) else { return false }
                rest = rest[found.upperBound...]
            }
            return Self.hasWord(text, in: rest)
        }
    }

    /// Returns whether the location is that of a declaration whose attribute is not before it on the same line.
    func isDeclarationBelow(_ location: CallSite) -> Bool {
        let lines = lines(of: location)
        guard let line = lines.dropFirst(location.lineIndex).first else { return false }
        return Self.isDeclaration(line, at: location) && !Self.hasAttribute(line.prefix(location.columnIndex))
    }

    private func lines(of location: CallSite) -> [Data.SubSequence] {
        let path = "\(location.filePath)"
        if let known = files[path] { return known }
        let file = FileManager.default.contents(atPath: path)
        let lines = file?.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) ?? []
        files[path] = lines
        return lines
    }

    /// Returns the parts of a file that are the source of a registration.
    ///
    /// The source is the call at the location. Where the compiler gives the arguments of an attribute the location of
    /// the declaration, the source is also the attribute. Where a line has no call, the source is the file. At most 20
    /// lines of a call are read, and an attribute begins at most 99 lines above the line of its declaration.
    private func regions(of location: CallSite) -> [[UInt8]] {
        let lines = lines(of: location)
        let index = location.lineIndex
        let brackets = "({".utf8
        guard lines.indices.contains(index), lines[index].contains(where: brackets.contains) else {
            return [Self.text(of: lines[...])]
        }
        var regions: [[UInt8]] = []
        if Self.isDeclaration(lines[index], at: location) {
            let upToDeclaration = lines[...index].suffix(100)
            if let start = upToDeclaration.lastIndex(where: Self.hasAttribute) {
                regions.append(Self.text(of: upToDeclaration[start...]))
            }
        }
        regions.append(Self.text(of: Self.call(in: lines[index...].prefix(20))))
        return regions
    }

    /// Returns the lines up to the one in which the parentheses of the call are closed.
    private static func call(in lines: ArraySlice<Data.SubSequence>) -> ArraySlice<Data.SubSequence> {
        var depth = 0
        for (index, line) in zip(lines.indices, lines) {
            depth += line.count { $0 == UInt8(ascii: "(") }
            depth -= line.count { $0 == UInt8(ascii: ")") }
            if depth <= 0 { return lines[...index] }
        }
        return lines
    }

    private static func text(of lines: ArraySlice<Data.SubSequence>) -> [UInt8] {
        Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// Returns whether bytes have a text that is not part of a longer word or number.
    private static func hasWord(_ text: String, in bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return false }
        var rest = bytes
        while let found = rest.firstRange(of: text.utf8) {
            let before = bytes[..<found.lowerBound].last
            let after = bytes[found.upperBound...].first
            if !joins(before, first), !joins(last, after) { return true }
            rest = rest[(found.lowerBound + 1)...]
        }
        return false
    }

    /// Returns whether two bytes are next to each other in one word or number.
    private static func joins(_ left: UInt8?, _ right: UInt8?) -> Bool {
        guard let left, let right else { return false }
        return isOfWord(left) && isOfWord(right)
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    /// Returns whether the location is that of the declaration in a line, which may have an attribute.
    private static func isDeclaration(_ line: Data, at location: CallSite) -> Bool {
        let word = line.dropFirst(location.columnIndex).prefix { $0 != UInt8(ascii: " ") }
        return ["func", "static", "struct", "class", "actor", "enum"].contains(String(decoding: word, as: UTF8.self))
    }

    private static func hasAttribute(_ line: Data) -> Bool {
        line.firstRange(of: "@Test".utf8) != nil || line.firstRange(of: "@Suite".utf8) != nil
    }
}

extension CallSite {
    /// The number of the lines before the location.
    fileprivate var lineIndex: Int { Int(max(line, 1)) - 1 }

    /// The number of bytes before the location in its line.
    fileprivate var columnIndex: Int { Int(max(column, 1)) - 1 }

    /// Whether the location is that of a declaration whose attribute, with the call, is on lines above it.
    ///
    /// Reads the file, which may block.
    package var isOfDeclarationBelow: Bool { SourceFiles().isDeclarationBelow(self) }
}
