import Foundation

/// Checks the form of comments.
///
/// A comment has at most 120 columns, because the formatter does not wrap comments. The first line of a documentation
/// comment names the thing: it begins with no question word, and with "Whether" only above a Boolean property.
enum Comments {
    private static let width = 120

    static func check(_ paths: [String]) -> Report {
        let sources = paths.flatMap { files(below: $0, ending: ".swift") }
        var findings: [String] = []
        for path in sources {
            let text = contents(of: path)
            let lines = text.components(separatedBy: "\n")
            let source = SourceText(text)
            for (index, line) in lines.enumerated() {
                let location = "\(path):\(index + 1)"
                // A long address can't be broken.
                if line.count > width, !source.comments[index].isEmpty, !line.contains(/\(?https?:\S{60,}/) {
                    findings.append("\(location): the comment has \(line.count) columns, at most \(width) are allowed")
                }
                if let problem = headProblem(at: index, in: lines) { findings.append("\(location): \(problem)") }
            }
        }
        return Report(findings, of: sources.count, "files")
    }

    /// Returns the mistake of the first line of a documentation comment; nil elsewhere.
    static func headProblem(at index: Int, in lines: [String]) -> String? {
        func trimmed(_ index: Int) -> String { lines[index].trimmingCharacters(in: .whitespaces) }
        guard trimmed(index).hasPrefix("/// "), index == 0 || !trimmed(index - 1).hasPrefix("///") else { return nil }
        let words = trimmed(index).dropFirst(4).split(separator: " ")
        guard let first = words.first else { return nil }
        if ["What", "Who", "Whom", "Where", "How", "That"].contains(String(first)) {
            return "a summary begins with \"\(first)\"; name the thing"
        }
        guard first == "Whether" else { return nil }
        let declaration =
            lines[index...].lazy.map { $0.trimmingCharacters(in: .whitespaces) }
            .first { !$0.hasPrefix("///") && $0.contains(/\b(var|let|case|func|init|subscript|struct|class|enum)\b/) }
            ?? ""
        let isProperty = declaration.contains(/\b(var|let|case)\b/) && !declaration.contains(/\bfunc\b/)
        return isProperty ? nil : "\"Whether\" is for Boolean properties; a function \"Returns whether …\""
    }
}
