import Foundation

/// Checks the documentation as it was built.
///
/// Every page is there, every public declaration is in a topic, nothing internal shows, and the links that DocC does
/// not check lead somewhere.
enum RenderedPages {
    /// The part of a rendered page that is read here.
    private struct Page: Decodable {
        struct Identifier: Decodable { var url: String }
        struct Metadata: Decodable {
            var title: String?
            var symbolKind: String?
        }
        struct Section: Decodable {
            var title: String?
            var identifiers: [String]
            /// Whether DocC made the section, for what no topic lists.
            var generated: Bool?
        }

        var identifier: Identifier
        var metadata: Metadata
        var topicSections: [Section]?
    }

    /// Returns whether a declaration is a part of a result builder that only the compiler calls.
    private static func isInternal(_ title: String) -> Bool {
        title.contains(/^(build[A-Z]\w*\(|RegistrationBuilder)/)
    }

    static func check(_ built: String, catalog: String, readme: String) throws -> Report {
        let pages = try files(below: "\(built)/data/documentation", ending: ".json").map { path in
            try JSONDecoder().decode(Page.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        }
        var problems = pages.flatMap { Self.problems(of: $0) }
        let articles = files(below: catalog, ending: ".md")
        let titles = Set(pages.map { $0.identifier.url.split(separator: "/").last?.lowercased() ?? "" })
        for article in articles where !contents(of: article).hasPrefix("# ``") {
            let name = article.split(separator: "/").last?.dropLast(3).lowercased() ?? ""
            if !titles.contains(name) {
                problems.append("\(article): no topic lists this page, so it is not in the documentation")
            }
        }
        for article in articles {
            problems += links(in: article).filter { !isAddress($0) }.map {
                "\(article): the link \($0) leads to no page; write doc:Page"
            }
        }
        problems += linkProblems(in: readme)
        return Report(problems.sorted(), of: pages.count, "pages", atLeast: 100)
    }

    private static func problems(of page: Page) -> [String] {
        let name = page.identifier.url.split(separator: "/").drop { $0 != "documentation" }.dropFirst().joined(
            separator: "/")
        var problems: [String] = []
        if isInternal(page.metadata.title ?? "") { problems.append("\(name): is internal, and shows") }
        // The pages of what a protocol gives to a type.
        guard !name.hasSuffix("-Implementations") else { return problems }
        let sections = (page.topicSections ?? []).filter { $0.title != "Default Implementations" }
        let generated = sections.filter { $0.generated == true }.flatMap(\.identifiers)
        let isCurated = sections.contains { $0.generated != true }
        if !generated.isEmpty && (isCurated || page.metadata.symbolKind == "module") {
            problems += generated.map { "\(name): no topic lists \($0.split(separator: "/").last ?? "")" }
        }
        return problems
    }

    // MARK: Links

    static func isAddress(_ link: String) -> Bool {
        link.hasPrefix("https://") || link.hasPrefix("doc:")
    }

    /// The targets of the links of a document, outside code.
    static func links(in document: String) -> [String] {
        var isCode = false
        return contents(of: document).components(separatedBy: "\n").flatMap { line -> [String] in
            if line.contains("```") { isCode.toggle() }
            guard !isCode else { return [] }
            if let definition = line.wholeMatch(of: /\[[^\]]+\]: (\S+)/) { return [String(definition.1)] }
            return line.replacing(/`[^`]*`/, with: "").matches(of: /\]\(([^)]*)\)/).map { String($0.1) }
        }
    }

    /// The links of the README to files, to headings in them or in the README itself, and by names.
    static func linkProblems(in readme: String) -> [String] {
        let text = contents(of: readme).replacing(/`[^`\n]*`/, with: "")
        let defined = Set(text.matches(of: /(?m)^\[([^\]]+)\]:/).map { String($0.1) })
        let used = Set(text.matches(of: /\]\[([^\]]+)\]/).map { String($0.1) })
        let names = used.symmetricDifference(defined).map { "\(readme): the name [\($0)] is defined or used only" }
        return names + fileProblems(in: readme)
    }

    private static func fileProblems(in readme: String) -> [String] {
        links(in: readme).filter { !isAddress($0) }.compactMap { link in
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let file = parts[0].isEmpty ? readme : parts[0]
            guard FileManager.default.fileExists(atPath: file) else { return "\(readme): no file \(file)" }
            guard parts.count > 1 else { return nil }
            return anchors(of: file).contains(parts[1]) ? nil : "\(readme): no heading \(link)"
        }
    }

    /// The anchors that GitHub makes of the headings of a file.
    static func anchors(of file: String) -> Set<String> {
        let lines = contents(of: file).components(separatedBy: "\n").filter { $0.hasPrefix("#") }
        return Set(
            lines.map { line in
                line.drop { $0 == "#" || $0 == " " }.lowercased()
                    .filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
                    .replacingOccurrences(of: " ", with: "-")
            })
    }
}
