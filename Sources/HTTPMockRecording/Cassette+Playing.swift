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
    /// - Parameters:
    ///   - request: The request.
    ///   - startsOver: Whether the first of equal requests is played again after the last one.
    package func decide(_ request: MockRequest, startingOver startsOver: Bool = false) -> Decision {
        let rules = state.withLock { $0.player.rules }
        // The key is computed outside the lock, because redaction may call a closure of the user.
        let key = RequestKey(request, rules)
        switch state.withLock({ startsOver ? $0.player.playAgainAndAgain(key) : $0.player.play(key) }) {
        case .played(let entry, let response): return .play(Entry(entry, in: url), response)
        case .exhausted where isRecording, .unknown where isRecording: return .record
        case .exhausted(let entries): return .unmocked(exhaustion(entries))
        case .unknown: return .unmocked(diagnosis(of: key))
        }
    }

    /// Returns whether an entry of the file answers a request, without playing the entry.
    package func canPlay(_ request: MockRequest, startingOver startsOver: Bool = false) -> Bool {
        let rules = state.withLock { $0.player.rules }
        let key = RequestKey(request, rules)
        return state.withLock { $0.player.canPlay(key, startingOver: startsOver) }
    }

    private func exhaustion(_ entries: [HAREntry]) -> [String] {
        let numbers = entries.map { "\($0.number)" }.joined(separator: ", ")
        return [
            "\(url.lastPathComponent) has this request \(entries.count) times (entry \(numbers)), and played "
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
        guard !nearest.isEmpty else { return ["\(url.lastPathComponent) has no entry that can be played"] }
        var lines: [String] = []
        for (index, found) in nearest.enumerated() {
            lines.append("\(index == 0 ? "nearest entry" : "then"): \(Entry(found.entry, in: url))")
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
        if let error = exchange.error, !options.recordsFailures || HARFailure.text(of: error) == nil {
            return fail(exchange, error)
        }
        let entry = HAREntry(exchange, keepingChunks: options.recordsChunks)
        state.withLock { state in
            // Sorted by the time of the request, because concurrent requests end in any order.
            let earlier = state.recorded.lastIndex { $0.startedDateTime <= entry.startedDateTime }
            state.recorded.insert(entry, at: earlier.map { $0 + 1 } ?? 0)
        }
    }

    private func fail(_ exchange: CompletedExchange, _ error: any Error) {
        let request = shown(exchange.request)
        let consequence = "so \(url.lastPathComponent) was not written. To fix this,"
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
        state.withLock { state in
            if state.failure == nil { state.failure = failure }
        }
    }

    /// Returns the mark of a request that is recorded with its redirects.
    ///
    /// ``save()`` waits until the engine releases the mark.
    func mark(of request: MockRequest) -> PendingExchanges.Token { pending.begin(shown(request)) }

    /// The method and the URL without the values that the cassette redacts.
    private func shown(_ request: MockRequest) -> String {
        let url = NamedValues.url(request.url.absoluteString) { place, value in
            let isSecret = options.redacting.isSecret(place, value) || Redacting.secrets.isSecret(place, value)
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
