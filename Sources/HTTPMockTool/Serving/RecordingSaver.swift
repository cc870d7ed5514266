import Dispatch
import Foundation
import HTTPMock
import HTTPMockRecording

/// Saves a recording while it is made, and prints a line for each exchange, even if the exchange is not saved.
///
/// Created by ``RecordCommand``. An exchange is in the file at most a second after it has ended. The file is written on
/// a queue of its own, one writing after the other. A writing redacts and searches only the new exchanges and copies
/// the rest, unless the file must be written as a whole.
final class RecordingSaver: Sendable {
    /// The longest pause before a writing, in seconds; the rest of the second is for a busy machine.
    private static let longestPause = 0.25

    private struct State: Sendable {
        /// The exchanges that have ended since the last writing began.
        var unsaved: [RecordedRequest] = []
        /// True from the first unsaved exchange until the writing begins.
        var isScheduled = false
        /// The duration of the last writing, in seconds.
        var cost = 0.0
        /// The reason why the last writing failed; nil if it did not.
        var failure: String?
    }

    private let cassette: Cassette
    private let state = Locked(State())
    private let queue = DispatchQueue(label: "HTTPMock.recording", qos: .userInitiated)

    init(_ cassette: Cassette) {
        self.cassette = cassette
        cassette.prepareSavingOften()
    }

    /// Saves an exchange soon.
    func add(_ record: RecordedRequest) {
        let pause = state.withLock { state -> Double? in
            state.unsaved.append(record)
            guard !state.isScheduled else { return nil }
            state.isScheduled = true
            // A long file is written at most a twentieth of the time, unless that would be too late.
            return min(state.cost * 20, Self.longestPause)
        }
        guard let pause else { return }
        queue.asyncAfter(deadline: .now() + pause) { [self] in
            _ = save(isLast: false)
        }
    }

    /// Saves all exchanges that have ended.
    ///
    /// - Returns: The number of exchanges that were recorded, without those left out; nil if the file can't be written.
    func finish() async -> Int? {
        await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: save(isLast: true)) }
        }
    }

    private func save(isLast: Bool) -> Int? {
        let records = state.withLock { state in
            state.isScheduled = false
            return exchange(&state.unsaved, with: [])
        }
        let start = ContinuousClock.now
        var count: Int?
        var failure: String?
        do {
            count = try cassette.saveEndedExchanges(isLast: isLast)
        } catch {
            failure = (error as? HTTPMockError)?.message ?? error.reason
        }
        let cost = (ContinuousClock.now - start) / .seconds(1)
        let isNew = state.withLock { state in
            state.cost = cost
            return exchange(&state.failure, with: failure) != failure
        }
        // The same failure again is no news, except at the end.
        if let failure, isNew || isLast { Output.error.text("http-mock: \(failure)") }
        for record in records {
            var answer: String?
            if cassette.hasLeftOut(record) {
                answer = "left out"
            } else if failure != nil {
                answer = "not saved"
            }
            RequestLine(record, answer: answer).write(to: .standard)
        }
        return count
    }
}
