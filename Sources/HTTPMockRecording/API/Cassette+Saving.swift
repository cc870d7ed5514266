import Foundation
import HTTPMock

extension Cassette {
    /// Writes the recorded exchanges into the file; writes nothing if nothing was recorded.
    ///
    /// Waits up to five seconds for exchanges that have not ended. Blocks the calling thread while it waits; in async
    /// code, await the requests first. The file is replaced as a whole. A reader sees either the old or the new file,
    /// even if the process is killed. Unchanged entries of a file that this library has written keep their bytes.
    /// Afterwards, another cassette can record into the file.
    ///
    /// - Throws: `HTTPMockError` if there is no file, if a secret would be written, or if the file can't be written. An
    ///   exchange that could not be recorded, or has not ended, is an error too. After an error, the old file is
    ///   unchanged.
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

    /// Writes the recorded exchanges into the file, as ``save()``.
    ///
    /// - Parameters:
    ///   - limit: The longest wait for exchanges that have not ended, in real time.
    ///   - hasWaited: Whether ``waitForPendingExchanges(atMost:)`` has waited already; then no thread is blocked.
    /// - Throws: `HTTPMockError` as ``save()``.
    package func save(waitingAtMost limit: Duration = longestWait, hasWaited: Bool = false) throws {
        // The claim is released in any case, because XCTest retains what its tests have made.
        defer { claim?.release() }
        try endPendingExchanges(waitingAtMost: limit, hasWaited: hasWaited, before: "save()", of: name)
        try writeRecordedExchanges(keepingOthers: isShared)
    }

    /// Writes the recorded exchanges, and the entries of the file that stay; writes nothing if nothing was recorded.
    ///
    /// - Parameters:
    ///   - savesOften: Whether the file is saved while it is recorded. Then exchanges with a secret are left out, in
    ///     place of an error, and a missing folder is an error, in place of being created.
    ///   - keepsOthers: Whether entries stay that were not recorded again. All entries stay in a mode that appends.
    func writeRecordedExchanges(savingOften savesOften: Bool = false, keepingOthers keepsOthers: Bool) throws {
        guard let url else {
            throw HTTPMockError(
                "a cassette that was made of entries has no file to save. To fix this, name one: "
                    + "cassette.write(to: url, format: .har)")
        }
        let recorded = state.withLock { $0.recorded }
        guard !recorded.isEmpty else { return }
        let file = LockedFile(url)
        try file.whileLocked(creatingFolder: !savesOften) {
            var recording = RedactedRecording(try entriesNow(at: url), recorded, settings.redacting)
            do {
                try file.replace(with: try data(of: recording, for: url, keepingOthers: keepsOthers))
            } catch  where savesOften {
                let leftOut = leaveOut(recording.new, of: recorded, search(for: recording.redactor))
                // Without a secret in a new entry, the secret is in an old entry, or the error has another reason.
                guard !leftOut.isEmpty else { throw error }
                let oldCount = recording.old.count
                recording.removeNew(at: leftOut)
                // An earlier save may have written what is left out now.
                let removesWritten = recording.old.count < oldCount
                if removesWritten || !recording.new.isEmpty {
                    try file.replace(with: try data(of: recording, for: url, keepingOthers: keepsOthers))
                }
            }
        }
        if isShared { SharedCassettes.noteRecording(url) }
    }

    /// Whether a save adds entries, and replaces none.
    var appends: Bool { mode == .new || mode == .missing }

    /// Returns the entries that the file has now, because another process may have changed the file.
    ///
    /// - Throws: `HTTPMockError` for a file that can't be read or is packed, and for an entry that would be lost
    ///   because it can't be read or is a WebSocket.
    func entriesNow(at url: URL) throws -> [HAREntry] {
        guard try CassetteFile.exists(at: url) else { return [] }
        let file = try CassetteFile(contentsOf: url)
        guard !file.isPacked else {
            throw HTTPMockError(
                "the cassette \(url.path) is packed with gzip, so nothing can be recorded into it. To fix this, unpack it: "
                    + "gunzip \(url.path)")
        }
        // With `all` and a file of one test, all entries are replaced, also those that can't be read.
        guard appends || isShared else { return file.entries }
        if let problem = file.problems.first { throw error(for: problem) }
        if let webSocket = file.webSockets.first {
            throw error(for: HARProblem(webSocket.entry, reason: "it is a WebSocket, which is not recorded"))
        }
        return file.entries
    }

    /// Returns the bytes of the file with a recording; throws if a secret would be in them.
    private func data(of recording: RedactedRecording, for url: URL, keepingOthers: Bool) throws -> Data {
        let (format, known) = state.withLock { ($0.format, $0.loaded) }
        var merge = merge(of: recording)
        let entries = merged(recording, known: known, keepingOthers: keepingOthers, with: &merge)
        return try data(of: entries, format: format, for: url, recording.redactor)
    }

    /// Creates the merge of a recording into the entries of its file.
    func merge(of recording: RedactedRecording) -> StableMerge {
        StableMerge(recording.old, rules: rules, redactedFrom: recording.firstNumber) {
            self.settings.expiry.allowsTime(of: $0)
        }
    }

    /// Returns the merged entries of a file and a recording.
    ///
    /// - Parameters:
    ///   - recording: The entries of the file and the recorded entries.
    ///   - known: The entries of the file when the cassette was opened.
    ///   - keepingOthers: Whether entries stay that were not recorded again; they always do in a mode that appends.
    ///   - merge: The merge of the recording, which learns the numbers of the placeholders.
    func merged(
        _ recording: RedactedRecording, known: [HAREntry], keepingOthers: Bool, with merge: inout StableMerge
    ) -> [HAREntry] {
        guard appends else { return merge.replacing(with: recording.new, keepingOthers: keepingOthers) }
        return merge.appending(recording.new, known: known)
    }

    /// Leaves out the recorded exchanges with a secret that redaction does not replace.
    ///
    /// - Parameters:
    ///   - entries: The exchanges, redacted.
    ///   - recorded: The same exchanges as they were recorded.
    /// - Returns: The indexes of the exchanges that are left out.
    private func leaveOut(_ entries: [HAREntry], of recorded: [HAREntry], _ search: SecretSearch) -> Set<Int> {
        var leftOut: Set<Int> = []
        for (index, entry) in entries.enumerated() {
            // The number is for the message.
            var numbered = entry
            numbered.number = index + 1
            if leaveOut(numbered, of: recorded[index], search) { leftOut.insert(index) }
        }
        return leftOut
    }

    /// Leaves out a recorded exchange with a secret that redaction does not replace, and notes the reason.
    ///
    /// - Parameters:
    ///   - entry: The exchange, redacted, with its number for the message.
    ///   - recorded: The same exchange as it was recorded.
    /// - Returns: Whether a secret was found, so that the exchange is left out.
    func leaveOut(_ entry: HAREntry, of recorded: HAREntry, _ search: SecretSearch) -> Bool {
        let found = FoundSecret.all(in: [entry], search, file: name)
        guard !found.isEmpty else { return false }
        state.withLock { state in
            state.refusals.append(FoundSecret.error(of: found))
            state.leftOut.insert(LeftOut(recorded))
            state.recorded.removeAll { $0 == recorded }
        }
        return true
    }

    /// Writes the playable entries of the file and the recorded entries into another file, with secrets redacted.
    ///
    /// With ``RecordMode/all``, only the recorded entries are written. Waits for exchanges that have not ended, as
    /// ``save()``.
    ///
    /// - Parameters:
    ///   - url: The file; an existing file is replaced.
    ///   - format: The format.
    /// - Throws: `HTTPMockError` as ``save()``, or if the format can't represent an entry.
    public func write(to url: URL, format: Format) throws {
        try write(to: url, format: format, waitingAtMost: Self.longestWait)
    }

    /// Writes the entries into another file, as the public function.
    ///
    /// - Parameter limit: The longest wait for exchanges that have not ended, in real time.
    func write(to url: URL, format: Format, waitingAtMost limit: Duration) throws {
        try endPendingExchanges(waitingAtMost: limit, before: "write(to:format:)", of: url.lastPathComponent)
        let (loaded, recorded) = state.withLock { ($0.loaded, $0.recorded) }
        let kept = mode == .all ? [] : loaded
        var redactor = Redactor(settings.redacting, firstNumber: Self.firstNumber(after: kept))
        let entries = StableMerge.sorted(kept + recorded).map { redactor.redact($0, number: $0.number) }
        let data = try data(of: entries, format: format, for: url, redactor)
        let file = LockedFile(url)
        try file.whileLocked { try file.replace(with: data) }
    }

    /// Waits for the end of the exchanges, edits them, and checks that all have ended and could be recorded.
    ///
    /// Exchanges may be pending although a client has all of its answers, because the client of a server may see the
    /// last byte of an answer before the exchange ends here.
    ///
    /// - Parameters:
    ///   - limit: The longest wait for exchanges that have not ended, in real time.
    ///   - hasWaited: Whether the caller has waited already.
    ///   - function: The function that the user calls to write a file, for the message.
    ///   - file: The name of that file, for the message.
    /// - Throws: `HTTPMockError` if an exchange could not be recorded, or has not ended in time.
    private func endPendingExchanges(
        waitingAtMost limit: Duration, hasWaited: Bool = false, before function: String, of file: String
    ) throws {
        if !hasWaited { pending.block(atMost: limit) }
        let unended = pending.pendingRequests
        // The failure is read after the pending requests, because an exchange notes its failure before it ends.
        editRecorded()
        let failure = state.withLock { state in
            state.saveWasTried = true
            return state.failure
        }
        if let failure { throw failure }
        guard let first = unended.first else { return }
        let seconds = String(format: "%g", limit / .seconds(1))
        var requests = first
        if unended.count > 1 { requests += " and \(unended.count - 1) more" }
        throw HTTPMockError(
            "\(requests) still had no complete answer after \(function) had waited \(seconds) seconds, so "
                + "\(file) was not written. To fix this, wait for the answer before \(function).")
    }

    /// Returns the number after the highest placeholder of the entries; 1 without placeholders.
    static func firstNumber(after entries: [HAREntry]) -> Int {
        (entries.flatMap(Placeholders.numbers).max() ?? 0) + 1
    }

    /// Returns the error for an entry of the file that would be lost.
    private func error(for problem: HARProblem) -> HTTPMockError {
        var inspectionSentence = ""
        if let inspection = inspection(for: "To see all such entries") { inspectionSentence = ". \(inspection)" }
        var alternative = "record everything again"
        if isShared { alternative = "delete the file and record all of its tests" }
        return HTTPMockError(
            "\(Problem(problem, in: fileName)). It would be lost if the file were written. To fix this, remove the entry from the "
                + "file, or \(alternative): HTTPMOCK_RECORD=all\(inspectionSentence)")
    }

    /// Returns the bytes of a file with some entries; throws if a secret would be in them.
    private func data(of entries: [HAREntry], format: Format, for url: URL, _ redactor: Redactor) throws -> Data {
        let data: Data
        switch format {
        case .har: data = HARDocument(entries: entries).data
        case .stubbornNetwork: data = try StubbornNetworkFile.data(entries)
        }
        let search = search(for: redactor)
        let isInBase64 = entries.contains { search.hasMatch(inBase64Of: $0, format) }
        guard isInBase64 || search.hasMatch(in: data) else { return data }
        throw FoundSecret.error(of: FoundSecret.all(in: entries, search, file: url.lastPathComponent))
    }

    /// Returns a search for the secrets that a redactor has replaced, and for secrets of the environment.
    ///
    /// Unless nothing is redacted, the search is for the shapes of secrets too.
    func search(for redactor: Redactor) -> SecretSearch {
        let redacting = settings.redacting
        let shapes = redacting.isOn ? SecretShape.all : []
        // Not `redactor.allowed`, because a value at an allowed name is no exception for an environment variable.
        let variables = SecretSearch.secrets(in: settings.environment).filter {
            !redacting.allowed.contains(SecretShape.checksum(of: $0.value))
        }
        return SecretSearch(redactor.secrets + variables, shapes: shapes, allowed: redactor.allowed)
    }
}

extension SecretSearch {
    /// Returns whether there is a secret in a body that the file has in base64.
    ///
    /// Such bodies are searched before they are encoded. All other bodies are text of the file, and are searched there.
    func hasMatch(inBase64Of entry: HAREntry, _ format: Cassette.Format) -> Bool {
        [entry.request.body, entry.response.body].contains { body in
            guard let body, format == .stubbornNetwork || body.text == nil else { return false }
            return hasMatch(in: body.bytes)
        }
    }
}
