import Foundation
import HTTPMock

extension Cassette {
    /// The decision about a request that no registration answers.
    package enum Decision: Sendable {
        /// The entry answers; with ``RecordMode/verify`` the network is asked as well.
        case play(Entry, MockResponse)
        /// The network answers, and the exchange is recorded.
        case record
        /// No entry of the file answers; the lines give the reasons.
        case unmocked([String])
    }

    /// Decides about a request, and plays its entry.
    ///
    /// Runs closures of the user, and therefore never under the lock.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - startsOver: Whether the first of equal requests is played again after the last one.
    package func decide(_ request: MockRequest, startingOver startsOver: Bool = false) -> Decision {
        let key = RequestKey(request, rules)
        let untyped = key.untyped(request, rules)
        let outcome =
            rules.custom.isEmpty
            ? state.withLock { $0.player.play(key, untyped, startingOver: startsOver) }
            : play(request, key, untyped, startsOver)
        switch outcome {
        case .played(let entry, let response): return edited(entry, response)
        case .exhausted where isRecording, .unknown where isRecording: return .record
        case .exhausted(let entries): return .unmocked(exhaustion(entries))
        case .unknown: return .unmocked(diagnosis(of: key))
        }
    }

    /// Returns whether an entry of the file answers a request, without playing the entry.
    package func canPlay(_ request: MockRequest, startingOver startsOver: Bool = false) -> Bool {
        let key = RequestKey(request, rules)
        let positions = accepted(request, key, key.untyped(request, rules))
        return state.withLock { $0.player.canPlay(positions, startingOver: startsOver) }
    }

    /// Plays the first of the equal entries that the closures of `matching: .custom` accept.
    private func play(
        _ request: MockRequest, _ key: RequestKey, _ untyped: RequestKey?, _ startsOver: Bool
    ) -> EntryPlayer.Outcome {
        let positions = accepted(request, key, untyped)
        return state.withLock { $0.player.play(positions, startingOver: startsOver) }
    }

    /// Returns the positions of the equal entries that the closures of `matching: .custom` accept.
    private func accepted(_ request: MockRequest, _ key: RequestKey, _ untyped: RequestKey?) -> [Int] {
        let candidates = state.withLock { $0.player.candidates(key, untyped) }
        return candidates.filter { candidate in
            rules.custom.allSatisfy { $0(request, Entry(candidate.entry, in: fileName)) }
        }.map(\.position)
    }

    /// Runs the edit of the options on an entry that is played.
    private func edited(_ recorded: HAREntry, _ response: MockResponse) -> Decision {
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
            return .play(entry, .failure(failure))
        }
        if edited.isDropped {
            return .unmocked([
                "the playing: edit dropped \(entry.shortDescription)",
                "To fix this, set isDropped only for entries that no request needs",
            ])
        }
        return .play(entry, edited.recorded.mockResponse)
    }

    private func exhaustion(_ entries: [HAREntry]) -> [String] {
        let numbers = entries.map { "\($0.number)" }.joined(separator: ", ")
        return [
            "\(name) has this request \(entries.count) times (entry \(numbers)), and played "
                + "\(entries.count) of \(entries.count): this is the \(Self.ordinal(entries.count + 1))",
            "To fix this, give the cassette repeatsLast: true, or record it again: HTTPMOCK_RECORD=all",
        ]
    }

    private static func ordinal(_ number: Int) -> String {
        let suffixes = [1: "st", 2: "nd", 3: "rd"]
        let suffix = (11...13).contains(number % 100) ? nil : suffixes[number % 10]
        return "\(number)\(suffix ?? "th")"
    }

    private func diagnosis(of key: RequestKey) -> [String] {
        let nearest = state.withLock { $0.player }.nearest(to: key, count: 3)
        guard !nearest.isEmpty else { return ["\(name) has no entry that can be played"] }
        var lines: [String] = []
        for (index, found) in nearest.enumerated() {
            lines.append("\(index == 0 ? "nearest entry" : "then"): \(Entry(found.entry, in: fileName))")
            lines.append("  \(found.difference.text)")
        }
        let parts = nearest[0].difference.ignorableParts.map(\.description).joined(separator: ", ")
        let advice =
            parts.isEmpty ? "" : ", or, if these values change with each run, ignore them: ignoring: [\(parts)]"
        return lines + ["To fix this, record the request: HTTPMOCK_RECORD=new\(advice)"]
    }

    /// Records an exchange with the network.
    package func record(_ exchange: CompletedExchange) {
        guard isRecording else { return }
        if let error = exchange.error, !settings.recordsFailures || HARFailure.text(of: error) == nil {
            return fail(exchange, error)
        }
        let entry = HAREntry(exchange, keepingChunks: settings.recordsChunks)
        // The edit runs when the recording is read, because no closure of the user runs where exchanges end.
        state.withLock { state in
            if settings.recording == nil { state.insert(entry) } else { state.unedited.append(entry) }
        }
    }

    /// Runs the edit of the options on the recorded exchanges, once on each, on the calling thread.
    func edit() {
        guard let edit = settings.recording else { return }
        let unedited = state.withLock { state in
            defer { state.unedited = [] }
            return state.unedited
        }
        for entry in unedited {
            var edited = Entry(entry, in: fileName)
            do {
                try edit(&edited)
                if !edited.isDropped { state.withLock { $0.insert(edited.recorded) } }
            } catch {
                let failure = HTTPMockError(
                    "the recording: edit failed for \(edited.shortDescription): \(error), so \(name) was not written. To fix "
                        + "this, correct the edit, or let it set isDropped.")
                state.withLock { $0.fail(failure) }
            }
        }
    }

    private func fail(_ exchange: CompletedExchange, _ error: any Error) {
        let request = shown(exchange.request)
        let consequence = "so \(name) was not written. To fix this,"
        let failure: HTTPMockError
        if (error as? HTTPMockError)?.cause == .testEnded {
            failure = HTTPMockError(
                "\(request) had no complete answer when its test ended, \(consequence) wait for the answer in the test."
            )
        } else {
            let description = HARFailure.text(of: error) ?? "\(type(of: error))"
            failure = HTTPMockError(
                "\(request) failed to reach the network (\(description)), \(consequence) reach the service, or record "
                    + "failures as well: recordsFailures: true.")
        }
        state.withLock { $0.fail(failure) }
    }

    /// Returns the mark of a request that is recorded with its redirects.
    ///
    /// ``save()`` waits until the engine releases the mark.
    func mark(of request: MockRequest) -> PendingExchanges.Token { pending.begin(shown(request)) }

    /// The method and the URL without the values that the cassette redacts.
    private func shown(_ request: MockRequest) -> String {
        let url = NamedValues.url(request.url.absoluteString) { place, value in
            let isSecret = settings.redacting.isSecret(place, value) || Redacting.secrets.isSecret(place, value)
            return isSecret ? Redaction.mask : nil
        }
        return "\(request.method.rawValue) \(url)"
    }

    /// Compares a played entry with the network's answer.
    package func compare(_ entry: Entry, with exchange: CompletedExchange) {
        let found = Difference.all(between: entry, and: exchange)
        state.withLock { $0.differences += found }
    }
}

extension Cassette.State {
    /// Adds an exchange by the time of its request, because concurrent requests end in any order.
    fileprivate mutating func insert(_ entry: HAREntry) {
        let earlier = recorded.lastIndex { $0.startedDateTime <= entry.startedDateTime }
        recorded.insert(entry, at: earlier.map { $0 + 1 } ?? 0)
    }

    fileprivate mutating func fail(_ error: HTTPMockError) {
        if failure == nil { failure = error }
    }
}
