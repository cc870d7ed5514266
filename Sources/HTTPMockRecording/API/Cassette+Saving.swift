import Foundation
import HTTPMock

extension Cassette {
    /// Writes the recorded exchanges into the file; does nothing if nothing was recorded.
    ///
    /// Waits up to five seconds for exchanges that have not ended. Blocks the calling thread while it waits; in async
    /// code, await the requests first. The file is replaced as a whole. A reader sees either the old or the new file,
    /// even if the process is killed. Unchanged entries keep their bytes.
    ///
    /// - Throws: `HTTPMockError` if a secret would be written, or if the file can't be written. An exchange that failed
    ///   to reach the network, or has not ended, is an error too. After an error, the old file is unchanged.
    public func save() throws {
        try save(waitingAtMost: Self.longestWait)
    }

    /// The longest wait of ``save()`` for exchanges that have not ended.
    package static let longestWait = Duration.seconds(5)

    /// Waits for the exchanges that are being recorded, without blocking a thread.
    ///
    /// - Parameter limit: The longest wait, in real time.
    package func waitForPendingExchanges(atMost limit: Duration = longestWait) async {
        await pending.wait(atMost: limit)
    }

    /// Writes the recorded exchanges into the file.
    ///
    /// - Parameters:
    ///   - limit: The longest wait for exchanges that have not ended, in real time.
    ///   - hasWaited: Whether ``waitForPendingExchanges(atMost:)`` has waited already; then no thread is blocked.
    /// - Throws: `HTTPMockError` as ``save()``.
    package func save(waitingAtMost limit: Duration = longestWait, hasWaited: Bool = false) throws {
        // Released in any case, because XCTest retains what its tests have made.
        defer { claim?.release() }
        try endPendingExchanges(waitingAtMost: limit, hasWaited: hasWaited)
        try writeRecordedExchanges()
    }

    /// Writes the exchanges that have ended so far, and goes on recording.
    ///
    /// Exchanges that failed to reach the network are left out. Exchanges with a secret that redaction does not
    /// recognize are left out too, and ``refusals`` has an error for each of these.
    ///
    /// - Parameter isLast: Whether the file must be written now. If false, a later call may write the file, so that
    ///   writing uses at most a twentieth of the time.
    /// - Returns: The number of recorded exchanges that the file contains, or will contain after a later call.
    /// - Throws: `HTTPMockError` as ``save()``, if the file can't be written.
    @discardableResult
    package func saveEndedExchanges(isLast: Bool = true) throws -> Int {
        edit()
        let (lastSave, start) = (state.withLock { $0.lastSave }, ContinuousClock.now)
        if isLast || lastSave.map({ start - $0.end >= $0.cost * 20 }) ?? true {
            state.withLock { $0.wasSaved = true }
            try writeRecordedExchanges(leavingOutSecrets: true)
            state.withLock { $0.lastSave = (.now, .now - start) }
        }
        return state.withLock { $0.recorded.count }
    }

    /// The errors of the exchanges that ``saveEndedExchanges(isLast:)`` has left out, each with its secrets.
    package var refusals: [HTTPMockError] { state.withLock { $0.refusals } }

    private func writeRecordedExchanges(leavingOutSecrets: Bool = false) throws {
        guard let url else {
            throw HTTPMockError(
                "a cassette that was made of entries has no file to save. To fix this, name one: "
                    + "cassette.write(to: url, format: .har)")
        }
        let (recorded, format, known) = state.withLock { ($0.recorded, $0.format, $0.loaded) }
        guard !recorded.isEmpty else { return }
        let file = LockedFile(url)
        try file.whileLocked {
            // The file is read again because another process may have changed it since it was opened.
            let exists = try CassetteFile.exists(at: url)
            let current = exists ? try CassetteFile(contentsOf: url) : nil
            let appends = mode == .new || mode == .missing
            if appends || isShared, let problem = current?.problems.first { throw refusal(to: problem) }
            let before = current?.entries ?? []
            let firstNumber = Self.firstNumber(after: before)
            var redactor = Redactor(settings.redacting, firstNumber: firstNumber)
            let old = before.map { redactor.redact($0, number: $0.number) }
            var new = recorded.enumerated().map { redactor.redact($1, number: $0 + 1) }
            func data() throws -> Data {
                var merge = StableMerge(old, rules: rules, redactedFrom: firstNumber) {
                    self.settings.expiry.allows($0)
                }
                let merged =
                    appends
                    ? merge.appending(new, known: mode == .new ? counts(of: known, rules) : [:])
                    : merge.replacing(with: new, keepingOthers: isShared)
                return try self.data(of: merged, format: format, for: url, secrets: redactor.secrets)
            }
            do {
                try file.replace(with: try data())
            } catch  where leavingOutSecrets {
                let refused = refused(new, of: recorded, search(for: redactor.secrets))
                guard !refused.isEmpty else { throw error }
                new = new.indices.filter { !refused.contains($0) }.map { new[$0] }
                if !new.isEmpty { try file.replace(with: try data()) }
            }
        }
        if isShared { SharedCassettes.noteRecording(url) }
    }

    /// Leaves out the recorded exchanges with a secret that redaction does not recognize.
    ///
    /// - Parameters:
    ///   - entries: The exchanges, redacted.
    ///   - recorded: The same exchanges as they were recorded.
    /// - Returns: The indexes of the exchanges that are left out.
    private func refused(_ entries: [HAREntry], of recorded: [HAREntry], _ search: SecretSearch) -> Set<Int> {
        var refused: Set<Int> = []
        for (index, entry) in entries.enumerated() {
            var numbered = entry
            numbered.number = index + 1
            let found = FoundSecret.all(in: [numbered], search, file: name)
            guard !found.isEmpty else { continue }
            refused.insert(index)
            state.withLock { state in
                state.refusals.append(FoundSecret.refusal(of: found))
                state.recorded.removeAll { $0 == recorded[index] }
            }
        }
        return refused
    }

    /// Writes the entries of the file and the recorded entries into another file.
    ///
    /// With ``RecordMode/all``, only the recorded entries are written.
    ///
    /// - Parameters:
    ///   - url: The file; an existing file is replaced.
    ///   - format: The format.
    /// - Throws: `HTTPMockError` as ``save()``, or if the format can't represent an entry.
    public func write(to url: URL, format: Format) throws {
        try endPendingExchanges(waitingAtMost: Self.longestWait)
        let (loaded, recorded) = state.withLock { (mode == .all ? [] : $0.loaded, $0.recorded) }
        var redactor = Redactor(settings.redacting, firstNumber: Self.firstNumber(after: loaded))
        let entries = StableMerge.sorted(loaded + recorded).map { redactor.redact($0, number: $0.number) }
        let data = try data(of: entries, format: format, for: url, secrets: redactor.secrets)
        let file = LockedFile(url)
        try file.whileLocked { try file.replace(with: data) }
    }

    /// Waits for the end of the exchanges, and checks that all have ended.
    ///
    /// The client of a server may see the last byte of an answer before the exchange ends here.
    ///
    /// - Throws: `HTTPMockError` if an exchange has failed, or has not ended in time.
    private func endPendingExchanges(waitingAtMost limit: Duration, hasWaited: Bool = false) throws {
        if !hasWaited { pending.block(atMost: limit) }
        let pending = pending.pendingRequests
        // The failure is read after the pending requests, because an exchange notes its failure before it ends.
        edit()
        let failure = state.withLock { state in
            state.wasSaved = true
            return state.failure
        }
        if let failure { throw failure }
        guard let first = pending.first else { return }
        let seconds = String(format: "%g", limit / .seconds(1))
        let others = pending.count > 1 ? " and \(pending.count - 1) more" : ""
        throw HTTPMockError(
            "\(first)\(others) still had no complete answer after save() had waited \(seconds) seconds, so "
                + "\(name) was not written. To fix this, wait for the answer before save(), or cancel the "
                + "request.")
    }

    /// Returns the number after the highest placeholder of the entries.
    static func firstNumber(after entries: [HAREntry]) -> Int {
        (entries.flatMap(Placeholders.numbers).max() ?? 0) + 1
    }

    private func refusal(to problem: HARProblem) -> HTTPMockError {
        let all = inspection(for: "To see all such entries").map { ". \($0)" } ?? ""
        let alternative = isShared ? "delete the file and record all of its tests" : "record everything again"
        return HTTPMockError(
            "\(Problem(problem, in: fileName)). It would be lost if the file were written. To fix this, remove the entry from the "
                + "file, or \(alternative): HTTPMOCK_RECORD=all\(all)")
    }

    private func counts(of entries: [HAREntry], _ rules: MatchingRules) -> [RequestKey: Int] {
        var counts: [RequestKey: Int] = [:]
        for request in entries.compactMap(\.request.mockRequest) { counts[RequestKey(request, rules), default: 0] += 1 }
        return counts
    }

    /// Returns the bytes of a file, and throws if they contain a secret.
    private func data(of entries: [HAREntry], format: Format, for url: URL, secrets: [Redactor.Secret]) throws -> Data {
        let data = try format == .har ? HARDocument(entries: entries).data : StubbornNetworkFile.data(entries)
        let search = search(for: secrets)
        // Bodies in base64 are searched before the encoding; all other bodies are text of the file.
        let isInBase64 = entries.contains { entry in
            [entry.request.body, entry.response.body].contains { body in
                guard let body, format == .stubbornNetwork || body.text == nil else { return false }
                return search.hasMatch(in: body.bytes)
            }
        }
        guard isInBase64 || search.hasMatch(inFile: data) else { return data }
        throw FoundSecret.refusal(of: FoundSecret.all(in: entries, search, file: url.lastPathComponent))
    }

    private func search(for secrets: [Redactor.Secret]) -> SecretSearch {
        SecretSearch(
            secrets + SecretSearch.secrets(in: settings.environment),
            shapes: settings.redacting.isOn ? SecretShape.all : [], allowed: settings.redacting.allowed)
    }
}
