/// A text that is no regular expression.
struct PatternError: Error {
    /// The defect, without a full stop.
    let reason: String
}
