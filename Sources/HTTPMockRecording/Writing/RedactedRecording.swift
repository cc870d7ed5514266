import HTTPMock

/// The entries of a file and a new recording, both without their secrets.
struct RedactedRecording {
    private(set) var old: [HAREntry]
    private(set) var new: [HAREntry]
    /// The redactor, which knows the secrets of all entries.
    let redactor: Redactor
    /// The number after the highest placeholder of the file before its redaction.
    let firstNumber: Int

    init(_ old: [HAREntry], _ recorded: [HAREntry], _ redacting: Cassette.Redacting) {
        firstNumber = Cassette.firstNumber(after: old)
        var redactor = Redactor(redacting, firstNumber: firstNumber)
        self.old = old.map { redactor.redact($0, number: $0.number) }
        new = recorded.enumerated().map { redactor.redact($1, number: $0 + 1) }
        self.redactor = redactor
    }

    /// Removes the new entries at some indexes, and the old entries that an earlier save has written for them.
    mutating func removeNew(at indexes: Set<Int>) {
        let removed = Set(indexes.map { LeftOut(new[$0].withoutNumbers) })
        old.removeAll { removed.contains(LeftOut($0.withoutNumbers)) }
        new = new.indices.filter { !indexes.contains($0) }.map { new[$0] }
    }
}

extension HAREntry {
    /// The entry with 0 as the number of each placeholder of its request.
    ///
    /// A placeholder may have another number in a file than in a recording.
    fileprivate var withoutNumbers: HAREntry {
        var entry = self
        entry.request = Placeholders.renumber(request) { _ in 0 }
        return entry
    }
}
