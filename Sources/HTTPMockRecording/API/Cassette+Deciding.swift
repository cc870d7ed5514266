import Foundation
import HTTPMock

extension Cassette {
    /// Decides how a request is answered, and plays the entry that answers it.
    ///
    /// The closures of the user run on the calling thread, without the lock.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - startsOver: Whether equal requests get their first entry again after the last one.
    package func decide(_ request: MockRequest, startingOver startsOver: Bool = false) -> Decision {
        switch play(request, startingOver: startsOver) {
        case .played(let position): return edited(index.entries[position], index.responses[position])
        case .exhausted where isRecording, .unknown where isRecording: return recording(of: request)
        case .exhausted(let positions): return .unmocked(exhaustion(positions.map { index.entries[$0] }))
        case .unknown: return .unmocked(diagnosis(of: request))
        }
    }

    /// Decides to record a request, or to fail a request that has a placeholder of the file.
    ///
    /// The service does not know the placeholder, so the file would get a wrong answer.
    private func recording(of request: MockRequest) -> Decision {
        for number in Placeholders.numbers(in: request) {
            guard let entry = origin(ofPlaceholder: number) else { continue }
            let failure = HTTPMockError(
                "\(shown(request)) has \(Redaction.mask)-\(number), which \(entry.shortDescription) was played with and the "
                    + "service does not know, so it was not sent, and \(name) was not written. To fix this, record the whole "
                    + "file again: HTTPMOCK_RECORD=all.")
            state.withLock { $0.fail(failure) }
            return .play(entry, RegisteredResponse(.failure(failure), of: entry.registration))
        }
        return .record
    }

    /// Returns whether an entry of the file answers a request, without playing the entry.
    package func canPlay(_ request: MockRequest, startingOver startsOver: Bool = false) -> Bool {
        let positions = accepted(request)
        return state.withLock { $0.player.canPlay(positions, startingOver: startsOver) }
    }

    private func play(_ request: MockRequest, startingOver startsOver: Bool) -> EntryPlayer.Outcome {
        guard rules.custom.isEmpty else {
            let positions = accepted(request)
            return state.withLock { $0.player.play(positions, startingOver: startsOver) }
        }
        guard let queue = index.queue(of: request) else { return .unknown }
        return state.withLock { $0.player.play(queue: queue, startingOver: startsOver) }
    }

    /// Returns the positions of the entries of equal requests that every closure of `matching: .custom` accepts.
    private func accepted(_ request: MockRequest) -> [Int] {
        guard let queue = index.queue(of: request) else { return [] }
        return index.queues[queue].filter { position in
            rules.custom.allSatisfy { $0(request, Entry(index.entries[position], in: fileName)) }
        }
    }

    /// Returns the decision to play an entry, after the `playing:` edit.
    private func edited(_ recorded: HAREntry, _ response: RegisteredResponse) -> Decision {
        let entry = Entry(recorded, in: fileName)
        guard let edit = settings.playing else { return .play(entry, response) }
        var edited = entry
        do {
            try edit(&edited)
        } catch {
            let failure = HTTPMockError(
                "the playing: edit failed for \(entry.shortDescription): \(error). To fix this, correct the edit, or let it "
                    + "leave such an entry unchanged.")
            state.withLock { $0.playingFailures.append(failure) }
            return .play(entry, RegisteredResponse(.failure(failure), of: entry.registration))
        }
        if edited.isDropped {
            return .unmocked([
                "the playing: edit dropped \(entry.shortDescription)",
                "To fix this, set isDropped only for entries that no request needs",
            ])
        }
        return .play(entry, RegisteredResponse(edited.recorded.mockResponse, of: entry.registration))
    }

    /// Returns the reasons for a request whose entries were all played.
    private func exhaustion(_ entries: [HAREntry]) -> [String] {
        let numbers = entries.map { "\($0.number)" }.joined(separator: ", ")
        return [
            "\(name) has this request \(entries.count.times) (entry \(numbers)), and played "
                + "\(entries.count) of \(entries.count): this is the \((entries.count + 1).ordinal)",
            "To fix this, give the cassette repeatsLast: true, or record it again: HTTPMOCK_RECORD=all",
        ]
    }

    /// Returns the reasons for a request that no entry matches.
    ///
    /// The reasons are the entries that a closure refused, or the nearest entries, or that no entry can be played.
    private func diagnosis(of request: MockRequest) -> [String] {
        if !rules.custom.isEmpty, let queue = index.queue(of: request) {
            let refused = index.queues[queue].map {
                "refused by matching: .custom: \(Entry(index.entries[$0], in: fileName))"
            }
            return refused + [
                "To fix this, correct the closure, which returned false for an entry that all other rules accept, or record "
                    + "the request: HTTPMOCK_RECORD=new"
            ]
        }
        let nearest = index.nearest(to: request, count: 3)
        guard !nearest.isEmpty else {
            var advice = "To fix this, record the request: HTTPMOCK_RECORD=new"
            let hasProblems = state.withLock { !$0.problems.isEmpty }
            if hasProblems, let inspection = inspection(for: "To see the reasons") { advice = inspection }
            return ["\(name) has no entry that can be played", advice]
        }
        var lines: [String] = []
        for (rank, found) in nearest.enumerated() {
            let title = rank == 0 ? "nearest entry" : "then"
            lines.append("\(title): \(Entry(found.entry, in: fileName))")
            lines.append("  \(found.difference.text)")
        }
        let parts = nearest[0].difference.ignorableParts.map(\.description).joined(separator: ", ")
        var advice = "To fix this, record the request: HTTPMOCK_RECORD=new"
        if !parts.isEmpty { advice += ", or, if these values change with each run, ignore them: ignoring: [\(parts)]" }
        return lines + [advice]
    }
}
