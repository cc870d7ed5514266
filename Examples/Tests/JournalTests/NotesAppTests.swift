import Foundation
import HTTPMockRecording
import Testing

/// UI tests of an app: each launch is a process of its own, and each test has a folder of its own for its recording.
@Suite struct NotesAppTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Notes-\(UUID().uuidString)")

    /// Starts the app and returns what it shows.
    private func launch(_ environment: [String: String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = products.appendingPathComponent("Journal")
        // Without the environment of the tests, where CI may be set.
        process.environment = environment
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// The folder where the package's programs are built, next to its tests.
    private var products: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        return bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    }

    @Test func firstLaunchRecordsAndTheNextOnesPlay() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("firstLaunchRecordsAndTheNextOnesPlay.har")
        let variables = ["HTTPMOCK_CASSETTE": file.path, "HTTPMOCK_RECORD": "missing"]
        #expect(try launch(variables.merging(["NOTES": "Buy milk"]) { $1 }) == "Buy milk")
        #expect(try launch(variables.merging(["NOTES": "Renamed"]) { $1 }) == "Buy milk")
        #expect(try launch(variables) == "Buy milk")
        #expect(try !String(contentsOf: file, encoding: .utf8).contains("0123456789abcdef"))

        try FileManager.default.removeItem(at: file)
        #expect(try launch(variables.merging(["NOTES": "Renamed"]) { $1 }) == "Renamed")
    }

    @Test func variablesOfStubbornNetworkWorkToo() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let variables = ["STUB_NAME": "-[NotesTests test notes]", "STUB_PATH": folder.path]
        #expect(try launch(variables.merging(["NOTES": "Buy milk"]) { $1 }) == "Buy milk")
        #expect(try launch(variables) == "Buy milk")
        let cassette = try Cassette(at: folder.appendingPathComponent("NotesTests_test_notes.json"), environment: [:])
        #expect(cassette.entries.count == 1)
    }

    @Test func appWithoutVariablesUsesItsService() throws {
        #expect(try launch(["NOTES": "Live"]) == "Live")
    }
}
