import Foundation
import HTTPMock

/// The error for a cassette that is not there.
package struct MissingFile {
    let url: URL
    let command: String

    /// Creates the error of a file.
    ///
    /// - Parameters:
    ///   - url: The file that is not there.
    ///   - command: The command that records it.
    package init(url: URL, command: String) {
        self.url = url
        self.command = command
    }

    /// The path looked for, the nearest existing name, and the command that records the file.
    package var error: HTTPMockError {
        var text = "there is no cassette at \(url.path)."
        if let nearest { text += " The nearest name there is \(nearest)." }
        return HTTPMockError("\(text) To fix this, record it: \(command)")
    }

    /// The most similar name in the same folder, however different.
    private var nearest: String? {
        let folder = url.deletingLastPathComponent().path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let cassettes = names.filter { !$0.hasPrefix(".") && ($0.hasSuffix(".har") || $0.hasSuffix(".json")) }
        return EditDistance.nearest(to: url.lastPathComponent, among: cassettes)
    }
}
