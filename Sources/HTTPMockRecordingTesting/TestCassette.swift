import HTTPMock
import HTTPMockRecording
import HTTPMockTesting

/// Saves the cassette of one test at the test's end, and reports the cassette's problems.
///
/// Created by ``CassetteTrait`` or by `makeHTTPMock(cassette:)`, and retained by the test's instance.
final class TestCassette: EngineExtension {
    private let cassette: Cassette
    /// The reason why the recording could not be written; nil if there is none.
    private let failure = Locked<String?>(nil)

    init(_ cassette: Cassette) {
        self.cassette = cassette
    }

    var survivesReset: Bool { true }

    /// Saves the recording of a test that has not failed.
    func settle(testHasFailed: Bool) async {
        guard !testHasFailed else { return }
        await cassette.waitForPendingExchanges()
        do {
            // No thread is blocked here, because the wait is over, even if an exchange has not ended.
            try cassette.save(hasWaited: true)
        } catch {
            failure.withLock { $0 = (error as? HTTPMockError)?.message ?? "\(error)" }
        }
    }

    func problemsAtEnd(testHasFailed: Bool) -> [Problem] {
        var texts: [String] = []
        if let failure = failure.withLock({ $0 }) { texts.append(failure) }
        texts += cassette.playingFailures.map(\.message)
        cassette.endSharing()
        // A test that shares the file may begin while this cassette is still retained.
        cassette.endRecording()
        texts += cassette.differences.filter { !$0.isNote }.map { difference in
            "the network differs from \(difference)\n  To fix this, \(difference.fix)"
        }
        // Notes, such as the warning about an old file, are no mistakes, so they fail no test.
        for note in notes { StandardError.report("HTTPMock: \(note)") }
        return texts.map { Problem(text: "HTTPMock: \($0)") }
    }

    /// The texts that fail no test.
    private var notes: [String] {
        var notes = cassette.warnings + cassette.problems.map(\.description)
        notes += cassette.differences.filter(\.isNote).map { "the network has more than \($0)" }
        if cassette.mode == .new {
            notes += cassette.unplayedEntries.map { "not played, and kept because the mode is new: \($0)" }
        }
        return notes
    }
}
