/// The reason why a text can't be used as a regular expression.
struct PatternError: Error {
    /// The defect, without a full stop.
    let reason: String
}
