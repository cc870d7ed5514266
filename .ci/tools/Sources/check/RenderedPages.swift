import Foundation

/// Checks the documentation as it was built.
///
/// Every page is there, every public declaration is in a topic and has documentation, and nothing internal shows.
enum RenderedPages {
    /// The part of a rendered page that is read here.
    private struct Page: Decodable {
        struct Identifier: Decodable { var url: String }
        struct Metadata: Decodable {
            var title: String?
            var symbolKind: String?
        }
        struct Text: Decodable {}
        struct Section: Decodable {
            var title: String?
            var identifiers: [String]
            /// Whether DocC made the section, for what no topic lists.
            var generated: Bool?
        }

        var identifier: Identifier
        var metadata: Metadata
        /// The first line of the documentation, own or inherited.
        var abstract: [Text]?
        var topicSections: [Section]?
    }

    static func check(_ built: String, catalog: String, readme: String) throws -> Report {
        let pages = try files(below: "\(built)/data/documentation", ending: ".json").map { path in
            try JSONDecoder().decode(Page.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        }
        var problems = pages.flatMap { Self.problems(of: $0) }
        let titles = Set(pages.map { $0.identifier.url.split(separator: "/").last?.lowercased() ?? "" })
        for article in files(below: catalog, ending: ".md") where !contents(of: article).hasPrefix("# ``") {
            let name = article.split(separator: "/").last?.dropLast(3).lowercased() ?? ""
            if !titles.contains(name) {
                problems.append("\(article): no topic lists this page, so it is not in the documentation")
            }
        }
        problems += Pages.linkProblems(in: readme)
        return Report(problems.sorted(), of: pages.count, "pages", atLeast: 100)
    }

    private static func problems(of page: Page) -> [String] {
        let name = page.identifier.url.split(separator: "/").drop { $0 != "documentation" }.dropFirst().joined(
            separator: "/")
        var problems: [String] = []
        // Parts of a result builder that only the compiler calls.
        if page.metadata.title?.contains(/^(build[A-Z]\w*\(|RegistrationBuilder)/) == true {
            problems.append("\(name): is internal, and shows")
        }
        // Types of other modules that are extended have no documentation here.
        let isDocumented = page.abstract?.isEmpty == false
        if let kind = page.metadata.symbolKind, kind != "extension", !isDocumented {
            problems.append("\(name): has no documentation")
        }
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
}
