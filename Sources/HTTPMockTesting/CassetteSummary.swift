import HTTPMock
import HTTPMockRecording

/// The end of a test's cassettes: saves what was recorded, and collects the failures.
struct CassetteSummary {
    private(set) var failures: [ScopeSummary.Failure] = []

    /// Saves the cassettes, and collects their failures.
    ///
    /// The caller has waited for the pending exchanges, so that no thread is blocked.
    ///
    /// - Parameters:
    ///   - cassettes: The cassettes of the test.
    ///   - hasFailed: Whether the test has failed; then nothing is written.
    init(_ cassettes: [Cassette], hasFailed: Bool) {
        for cassette in cassettes {
            if !hasFailed {
                do {
                    try cassette.save(hasWaited: true)
                } catch {
                    fail("\((error as? HTTPMockError)?.message ?? "\(error)")")
                }
            }
            // A test that shares the file may begin while this cassette is still retained.
            cassette.endRecording()
            for difference in cassette.differences where !difference.isNote {
                fail("the network differs from \(difference)\n  To fix this, \(difference.fix)")
            }
            for text in Self.notes(on: cassette) { StandardError.report("HTTPMock: \(text)") }
        }
    }

    private mutating func fail(_ text: String) {
        failures.append(ScopeSummary.Failure(text: "HTTPMock: \(text)", location: nil))
    }

    /// The texts that fail no test.
    private static func notes(on cassette: Cassette) -> [String] {
        var notes = cassette.warnings + cassette.problems.map(\.description)
        notes += cassette.differences.filter(\.isNote).map { "the network has more than \($0)" }
        if cassette.mode == .new {
            notes += cassette.unplayedEntries.map { "not played, and kept because the mode is new: \($0)" }
        }
        return notes
    }
}
