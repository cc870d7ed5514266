import Foundation

/// Checks that the pages named `Messages…` list every message of the library, and that quoted messages exist.
///
/// A message is a text of the sources that reads as prose, except those in `others`: a literal, or several that `+`
/// joins. Only its beginning counts, at most up to "To fix this", because a reader searches for that and has the rest
/// at hand. The parts of a message between its interpolations are in one entry of a page, in their order. Marks of
/// code don't count.
enum Messages {
    /// Texts that are no messages, as beginnings.
    private static let others = [
        // Cannot happen.
        "a step was performed before", "the thread ended without", "a loopback address is a valid",
        "a released value was read", "a property without a key",
        // Source code that is written.
        "delivery: .failing(", ".json(", "$0.url =", "= Data(String(decoding:",
        // A part of a message or of a fix.
        "only the host", "with only the cases", "at the root", "which are all",
        "Swift 6.2.4, 6.3.1",
        // A name of a run.
        "the order of arrival", "a drawn order", "the response is", "with an undocumented member",
        "with quotes and line feeds",
        // A fix.
        "correct the document there", "reach the service, and run", "delete the file and record all",
        "record everything again", "send the body without pauses", "send the whole head at once",
        // A list of names.
        "gz=application", "{FF} {D8}",
    ]

    /// Files and folders whose texts are no messages.
    private static let silent = [
        // Programs, schemas, lists of names, help.
        "HTTPMockBenchmarks/", "HTTPMockTool/Page/", "HTTPMockTool/Arguments/Command.swift",
        "HTTPMockTool/Arguments/Option.swift", "HTTPMockTool/Arguments/Completions.swift",
        "HTTPMockTool/Output/Findings.swift", "HTTPMockTool/Arguments/Help.swift", "/Metaschema.swift",
        "HTTPMockServer/Connection/ResponseEncoder.swift",
        "/HostnameFormat.swift", "/Timeouts.swift",
        // Parsers, whose errors name the defect and its position, in a message that is listed.
        "/JSONParser.swift", "/JSONSyntaxError.swift", "/YAML/", "/XML/", "/ECMAScriptPattern.swift",
        "/HAREntryReader.swift",
        "/GraphQL/Syntax/", "/GraphQL/Types/IntrospectionTypes.swift",
        "/SecretName.swift", "/StubbornNetworkFile.swift", "/NamedValues.swift", "/NamedPlace.swift",
        "/SecretShape.swift",
        "HTTPMockServer/Parsing/ChunkLine.swift", "HTTPMockServer/Parsing/RequestHead.swift",
        "HTTPMockServer/Parsing/RequestLine.swift", "HTTPMockServer/Parsing/RequestParser.swift",
    ]

    /// The number of words at the beginning of a message that a page has.
    private static let searchedWordCount = 10

    /// The number of words that make a text prose, and the number that make a part of it worth comparing.
    private static let (proseWordCount, partWordCount) = (3, 2)

    static func check(sources: String, catalog: String) -> Report {
        let pages = files(below: catalog, ending: ".md")
        let lists = pages.filter { $0.split(separator: "/").last?.hasPrefix("Messages") == true }
        let entries = lists.flatMap { Self.entries(of: contents(of: $0)) }
        var messages: [[String]] = []
        var findings: [String] = []
        let paths = files(below: sources, ending: ".swift")
        for path in paths where !silent.contains(where: path.contains) {
            let source = SourceText(contents(of: path))
            for (index, text) in source.texts.enumerated() {
                let parts = Self.parts(text.content)
                let isSecond = index > 0 && source.texts[index - 1].line == text.line
                guard !isFix(text, isSecond: isSecond, in: source.code) else { continue }
                messages.append(parts)
                guard isMessage(parts) else { continue }
                let beginning = Self.beginning(parts)
                if !entries.contains(where: { contains($0, beginning) }) {
                    findings.append("\(path):\(text.line + 1): not on a page: \(parts.joined(separator: " … "))")
                }
            }
        }
        let prose = messages.filter { wordCount($0.joined(separator: " ")) >= proseWordCount }
        for page in pages { findings += unknown(in: page, messages: prose) }
        // The samples of tests have none of the exceptions.
        if paths.count > silent.count {
            let beginnings = others.filter { other in !messages.contains { $0.first?.hasPrefix(other) == true } }
            let files = silent.filter { file in !paths.contains { $0.contains(file) } }
            findings += (beginnings + files).map { "exceptions: nothing is or begins with \($0)" }
        }
        return Report(findings, of: messages.count(where: isMessage), "messages", atLeast: 100)
    }

    /// The quotations of a page that are no message of the library.
    ///
    /// A quotation is a line of a block of plain text that begins with `HTTPMock:`, after marks of test output.
    static func unknown(in page: String, messages: [[String]]) -> [String] {
        var isText = false
        var findings: [String] = []
        let lines = contents(of: page).components(separatedBy: "\n")
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("```") { isText = line == "```text" }
            guard isText, let quoted = line.firstMatch(of: /HTTPMock: (.+)/)?.1 else { continue }
            // A long line of a message goes on in the next lines of the page.
            let rest = lines[(index + 1)...].prefix { !$0.hasPrefix("```") && !$0.contains("HTTPMock: ") }
            let text = normal(([String(quoted)] + rest).joined(separator: " "))
            let isKnown = messages.contains { contains("HTTPMock: \(text)", beginning($0), partsOf: 1) }
            if !isKnown { findings.append("\(page):\(index + 1): no message of the library: \(quoted)") }
        }
        return findings
    }

    /// The rows of tables, the items of lists and the paragraphs of a page.
    static func entries(of page: String) -> [String] {
        var entries = [""]
        for line in page.components(separatedBy: "\n") {
            if line.isEmpty || line.hasPrefix("|") || line.hasPrefix("- ") { entries.append("") }
            entries[entries.count - 1] += " \(line)"
        }
        return entries.map(normal)
    }

    /// The parts of a text between its interpolations and escapes, without its fix.
    static func parts(_ text: String) -> [String] {
        let parts = text.split(separator: /\s{2,}/).map { normal(String($0)) }.filter { !$0.isEmpty }
        guard let fix = parts.firstIndex(where: { $0.contains("To fix this") }) else { return parts }
        let rest = parts[fix].components(separatedBy: "To fix this")[0].trimmingCharacters(
            in: CharacterSet(charactersIn: ". "))
        return parts[..<fix] + (rest.isEmpty ? [] : [rest])
    }

    /// The parts of the words that a reader searches for.
    static func beginning(_ parts: [String]) -> [String] {
        var rest = searchedWordCount
        return parts.compactMap { part in
            let words = part.split(separator: " ").prefix(rest)
            rest -= words.count
            return words.isEmpty ? nil : words.joined(separator: " ")
        }
    }

    static func isMessage(_ parts: [String]) -> Bool {
        guard let first = parts.first, wordCount(parts.joined(separator: " ")) >= proseWordCount,
            parts.contains(where: { wordCount($0) >= partWordCount })
        else { return false }
        return !others.contains(where: first.hasPrefix)
    }

    /// Returns whether a text is a fix: an argument or a declaration of that name has it.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - isSecond: Whether the text before begins in the same line, as in a pair of a reason and its fix.
    ///   - code: The code of the file by line.
    static func isFix(_ text: SourceText.Text, isSecond: Bool, in code: [String]) -> Bool {
        let line = code[text.line]
        if line.contains(/\bfix: ?(Fix|\.init)?\(?\s/) { return true }
        if isSecond, line.contains(/\bfix\) =/) { return true }
        let indentation = line.prefix { $0 == " " }.count
        let outer = code[...text.line].filter { line in line.prefix { $0 == " " }.count < indentation }
        let declaration = outer.last { $0.contains(/^ *((private|static|package) )*(func|var|let) \w/) }
        if declaration?.contains(/\b(func|var|let) (fix|fixes|remedy)\b/) == true { return true }
        // A call of a function that takes a reason and its fix.
        return isSecond && outer.last { $0.contains(/\bfunc \w/) }?.contains("fix: String)") == true
    }

    /// Returns whether an entry has all parts of that many words, in order.
    static func contains(_ entry: String, _ parts: [String], partsOf count: Int = partWordCount) -> Bool {
        var rest = entry[...]
        for part in parts where wordCount(part) >= count {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    static func wordCount(_ text: String) -> Int {
        text.split(separator: " ").count { $0.contains(where: \.isLetter) }
    }

    /// The text with one space for each run of white space, and without quotes and marks of code and tables.
    static func normal(_ text: String) -> String {
        text.replacing(/[`"|\\]/, with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
