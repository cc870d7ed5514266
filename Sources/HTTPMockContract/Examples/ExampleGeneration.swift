/// The way to make the examples that a document lacks, from its schemas.
///
/// `false` makes no examples. `true` makes small values, which are the same in each run.
public struct ExampleGeneration: Hashable, Sendable, ExpressibleByBooleanLiteral {
    /// The ways to choose a value.
    enum Choice: Hashable, Sendable {
        case none
        case smallest
        case random(seed: UInt64)
    }

    let choice: Choice

    private init(_ choice: Choice) {
        self.choice = choice
    }

    /// Creates the way to make small examples for `true`, and no examples for `false`.
    public init(booleanLiteral value: Bool) {
        if value {
            choice = .smallest
        } else {
            choice = .none
        }
    }

    /// Makes values of different sizes, with some of the optional members.
    ///
    /// - Parameter seed: The seed; equal seeds make equal values.
    public static func random(seed: UInt64) -> ExampleGeneration {
        ExampleGeneration(.random(seed: seed))
    }
}
