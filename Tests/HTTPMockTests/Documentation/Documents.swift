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
}
