import Foundation
import HTTPMock

/// Saving while the recording goes on, as `http-mock record` does.
extension Cassette {
    /// Prepares ``saveEndedExchanges(isLast:)``: reads the file, so that the first save costs no more than later ones.
    ///
    /// If the file can't be continued, the next save writes it as a whole, or throws the reason.
    package func prepareSavingOften() {
        let (recorded, known, format) = state.withLock { state in
            state.unsaved = []
            return (state.recorded, state.loaded, state.format)
        }
        guard let url, format == .har else { return }
        // In a mode that replaces entries, nothing shows which entries were recorded again before this call.
        guard appends || recorded.isEmpty else { return }
        let file = LockedFile(url)
        try? file.whileLocked(creatingFolder: false) {
            let recording = RedactedRecording(try entriesNow(at: url), recorded, settings.redacting)
            var merge = merge(of: recording)
            let entries = merged(recording, known: known, keepingOthers: true, with: &merge)
            let search = search(for: recording.redactor)
            let growing = GrowingRecording(
                entries, recording.redactor, merge, replaces: !appends, search: search, version: file.version)
            let hasSecret = entries.contains { search.hasMatch(inBase64Of: $0, format) }
            guard !hasSecret, !search.hasMatch(in: growing.document.data) else { return }
            self.growing.withLock { $0 = growing }
        }
    }

    /// Writes the exchanges that have ended so far; the recording can go on.
    ///
    /// Exchanges that could not be recorded are left out. Exchanges with a secret that redaction does not replace are
    /// left out too, and ``refusals`` has an error for each of the latter. A save that is not the last redacts, merges
    /// and searches only the new exchanges, unless a whole save is needed.
    ///
    /// - Parameter isLast: Whether the recording ends. Until then, the file keeps the entries that are not yet recorded
    ///   again, and what was added may be lost if the machine fails.
    /// - Returns: The number of exchanges that are recorded so far, without those that were left out.
    /// - Throws: `HTTPMockError` if there is no file, if the file can't be read or written, or if an entry of the file
    ///   would be lost or has a secret.
    @discardableResult
    package func saveEndedExchanges(isLast: Bool = true) throws -> Int {
        editRecorded()
        let unsaved: [HAREntry] = state.withLock { state in
            state.saveWasTried = true
            guard let unsaved = state.unsaved else { return [] }
            state.unsaved = []
            return unsaved
        }
        if isLast {
            growing.withLock { $0 = nil }
            try writeRecordedExchanges(savingOften: true, keepingOthers: isShared)
        } else {
            let isAdded = try addToFile(unsaved)
            if !isAdded {
                try writeRecordedExchanges(savingOften: true, keepingOthers: true)
                prepareSavingOften()
            }
        }
        return state.withLock { $0.recorded.count }
    }

    /// Returns whether an exchange was left out because of its secrets.
    package func hasLeftOut(_ record: RecordedRequest) -> Bool {
        let entry = HAREntry(record, keepingChunks: false)
        return state.withLock { $0.leftOut.contains(LeftOut(entry)) }
    }

    /// The errors of the exchanges that ``saveEndedExchanges(isLast:)`` has left out, each with the secrets' positions.
    package var refusals: [HTTPMockError] { state.withLock { $0.refusals } }

    /// Adds exchanges to the file, if nobody has changed the file since this cassette read or wrote it.
    ///
    /// - Returns: False if a whole save is needed instead, because the saves were not prepared or the file was changed,
    ///   or because the file may have a secret that was found just now.
    /// - Throws: `HTTPMockError` if the file can't be written.
    private func addToFile(_ exchanges: [HAREntry]) throws -> Bool {
        guard let url, var growing = growing.withLock({ $0.take() }) else { return false }
        let file = LockedFile(url)
        return try file.whileLocked(creatingFolder: false) {
            guard file.version == growing.version else { return false }
            for exchange in exchanges {
                guard add(exchange, to: &growing) else { return false }
            }
            // No file is created without an entry.
            if growing.version != nil || !growing.document.isEmpty {
                // Nothing waits for the disk, which may take longer than the exchanges that follow.
                try file.replace(with: growing.document.data, isSynced: false)
                growing.version = file.version
            }
            self.growing.withLock { $0 = growing }
            return true
        }
    }

    /// Adds an exchange, or leaves it out because of a secret; false if the whole file must be searched for secrets.
    private func add(_ exchange: HAREntry, to growing: inout GrowingRecording) -> Bool {
        let index = state.withLock { $0.recorded.lastIndex(of: exchange) } ?? 0
        let redacted = growing.redact(exchange, number: index + 1)
        if growing.searchFileForNewSecrets() { return false }
        let search = growing.search
        if search.hasMatch(inBase64Of: redacted, .har) || search.hasMatch(in: redacted.json.data) {
            // The number is for the message.
            var numbered = redacted
            numbered.number = index + 1
            return leaveOut(numbered, of: exchange, search)
        }
        growing.add(redacted)
        return true
    }
}
