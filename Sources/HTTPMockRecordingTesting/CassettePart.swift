import HTTPMock
import HTTPMockRecording
import HTTPMockTesting

/// The cassette of one running test.
///
/// Created by ``CassetteTrait`` before the test, and owned by the test's scope.
struct CassettePart: TestScopePart {
    let cassette: Cassette

    func begin(in mock: HTTPMock) {
        mock.insert(cassette)
    }

    func settle() async {
        await cassette.waitForPendingExchanges()
    }

    /// Saves what a test that has passed recorded, and returns the problems.
    func end(hasFailed: Bool) -> [ExtensionProblem] {
        var problems: [ExtensionProblem] = []
        if !hasFailed {
            do {
                // `settle()` has waited, so no thread is blocked here.
                try cassette.save(hasWaited: true)
            } catch {
                problems.append(Self.problem("\((error as? HTTPMockError)?.message ?? "\(error)")"))
            }
        }
        problems += cassette.playingFailures.map { Self.problem($0.message) }
        cassette.endSharing()
        // A test that shares the file may begin while this cassette is still retained.
        cassette.endRecording()
        problems += cassette.differences.filter { !$0.isNote }.map { difference in
            Self.problem("the network differs from \(difference)\n  To fix this, \(difference.fix)")
        }
        return problems + notes.map { Self.problem($0, isWarning: true) }
    }

    private static func problem(_ text: String, isWarning: Bool = false) -> ExtensionProblem {
        ExtensionProblem(text: "HTTPMock: \(text)", location: nil, isWarning: isWarning)
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
