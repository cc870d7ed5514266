import Foundation

/// Compares the maintainers' pages with the code, and writes what the code can list.
///
/// A page has sections between `<!-- map: NAME ARGUMENT -->` and `<!-- end of map -->`, which ``MapSection`` writes.
/// Outside of them each name between backticks is a name of the code, or a file or folder.
/// Comments cite a page by its name and a heading, which the page must have.
struct Map {
    /// The pages with sections and names, relative to the folder of the package.
    static let pages = [
        "Sources/HTTPMock/HTTPMock.docc/Architecture.md", foundationPage, ".github/CONTRIBUTING.md",
    ]
    /// The page whose headings comments cite, and most of whose sentences are about Foundation.
    private static let foundationPage = "Sources/HTTPMock/HTTPMock.docc/FoundationOnLinux.md"

    /// The folder of the package.
    let root: String
    let code: MapCode

    init(_ root: String) {
        self.root = root
        code = MapCode(root)
    }

    /// Compares the pages with the code.
    ///
    /// - Parameter writes: Whether sections that differ are written, and are no findings.
    func check(writes: Bool = false) throws -> Report {
        var findings: [String] = []
        var count = 0
        for page in Self.pages {
            let path = "\(root)/\(page)"
            let text = contents(of: path)
            guard !text.isEmpty else {
                findings.append("\(page): the page is missing")
                continue
            }
            let sections = Self.sections(of: text)
            count += sections.count
            var new = text
            // From the last one, so that the ranges of the others stay.
            for section in sections.reversed() {
                let body = try written(section.header, in: page)
                guard section.body != body else { continue }
                new.replaceSubrange(section.range, with: body)
                if !writes {
                    findings.append("\(page): the section \(section.header) differs from the code; check map --write")
                }
            }
            if writes, new != text { try new.write(toFile: path, atomically: true, encoding: .utf8) }
            let names = CitedNames(in: new, ofClaimsOnly: page == Self.foundationPage)
            count += names.count
            findings += names.unknown(to: code).map { "\(page):\($0)" }
        }
        findings += headingMistakes()
        return Report(findings, of: count, "sections and names")
    }

    /// A section that is written from the code.
    struct Section {
        /// The name and its argument.
        let header: String
        let range: Range<String.Index>
        let body: String
    }

    static func sections(of text: String) -> [Section] {
        text.matches(of: /<!-- map: ([^\n]*?) -->\n(?<body>(?s:.*?))<!-- end of map -->/).map { match in
            let body = match.output.body
            return Section(
                header: String(match.1), range: body.startIndex..<body.endIndex, body: String(body))
        }
    }

    private func written(_ header: String, in page: String) throws -> String {
        let words = header.split(separator: " ").map(String.init)
        guard let section = MapSection(rawValue: words.first ?? "") else {
            throw MapError(text: "\(page): no section is named \(header)")
        }
        return "\n\(section.text(of: code, argument: words.dropFirst().first ?? ""))\n\n"
    }

    /// The comments that cite a heading which its page lacks.
    private func headingMistakes() -> [String] {
        let page = Self.foundationPage
        let headings = Set(contents(of: "\(root)/\(page)").matches(of: /(?m)^## (.*)$/).map { String($0.1) })
        return code.files.flatMap { file in
            file.citedHeadings.filter { !headings.contains($0) }
                .map { "\(file.path): \(page) has no heading \"\($0)\"" }
        }
    }
}

/// A mistake in a page that no section can be written for.
struct MapError: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
}
