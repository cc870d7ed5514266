import HTTPMockRecording

extension Arguments {
    /// The rule for secrets, with the names and the exceptions that the user gave.
    var redacting: Cassette.Redacting {
        .secrets(names: texts(.secretName), allowing: texts(.allow))
    }
}
