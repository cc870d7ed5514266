import Foundation

/// The files of the documentation, for tests that compare a text with the one shown.
enum Documents {
    private static let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    /// Reads a page of the catalog by its name, as `Matching`.
    static func page(_ name: String) throws -> String {
        let file = root.appendingPathComponent("Sources/HTTPMock/HTTPMock.docc/\(name).md")
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// The paths of all sources, each after a slash.
    private static let sources = ["Sources", ".ci/tools/Sources"].flatMap { folder in
        (FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path) ?? .init()).map { "/\($0)" }
    }

    /// Returns whether the repository has a source whose path ends so, as `Engine/RequestDispatcher.swift`.
    static func hasSource(_ path: String) -> Bool { sources.contains { $0.hasSuffix("/\(path)") } }

    /// Returns whether a page shows a text, whose long lines it may break.
    static func page(_ name: String, shows text: String) throws -> Bool {
        words(of: try page(name)).contains(words(of: text))
    }

    private static func words(of text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
