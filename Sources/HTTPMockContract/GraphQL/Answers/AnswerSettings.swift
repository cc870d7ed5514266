/// The settings of generated answers.
struct AnswerSettings: Sendable {
    var values = GivenValues.none
    /// The number of elements of a list, unless arguments or random values ask for another number.
    var elements = 1
    /// The seed of random values; nil for the same values each time.
    var seed: UInt64?
}
