import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An app in the place of the one that Xcode launches: shows the text at one path of its service.
final class XCUIApplication {
    /// The path that the app loads.
    ///
    /// Unsafe only in name: tests set the path before and after a method, and XCTest runs one method at a time.
    nonisolated(unsafe) static var firstPath = "v1/notes"

    var launchEnvironment: [String: String] = [:]
    private(set) var staticTexts = Texts(shown: "")

    struct Texts {
        let shown: String

        subscript(text: String) -> Text { Text(isShown: shown.contains(text)) }
    }

    struct Text {
        let isShown: Bool

        func waitForExistence(timeout: TimeInterval) -> Bool { isShown }
    }

    func launch() {
        let url = launchEnvironment["API_BASE_URL"].flatMap { URL(string: $0) }?.appendingPathComponent(Self.firstPath)
        let content = url.flatMap { try? Data(contentsOf: $0) } ?? Data()
        // Slashes may be escaped in JSON.
        staticTexts = Texts(shown: String(decoding: content, as: UTF8.self).replacing("\\/", with: "/"))
    }
}
