import HTTPMock

/// The entries of a file and a new recording, both without their secrets.
struct RedactedRecording {
    let old: [HAREntry]
    private(set) var new: [HAREntry]
    let secrets: [Redactor.Secret]
    /// The first number of a placeholder that the file did not have.
    let firstNumber: Int

    init(_ old: [HAREntry], _ recorded: [HAREntry], _ redacting: Cassette.Redacting) {
        firstNumber = Cassette.firstNumber(after: old)
        var redactor = Redactor(redacting, firstNumber: firstNumber)
        self.old = old.map { redactor.redact($0, number: $0.number) }
        new = recorded.enumerated().map { redactor.redact($1, number: $0 + 1) }
        secrets = redactor.secrets
    }

    /// Removes new entries at their indexes.
    mutating func removeNew(at indexes: Set<Int>) {
        new = new.indices.filter { !indexes.contains($0) }.map { new[$0] }
    }
}
