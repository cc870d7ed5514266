/// The way to make examples from schemas.
///
/// `true` makes small values, which are the same in each run. `false` makes no examples of an OpenAPI document. A
/// GraphQL schema has no examples of its own, so `false` counts as `true` for it.
public struct ExampleGeneration: Hashable, Sendable, ExpressibleByBooleanLiteral {
    /// The ways to choose values; ``none`` makes none.
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

    /// Makes values of different sizes; from an OpenAPI document, with some of the optional members.
    ///
    /// - Parameter seed: The seed; equal seeds make equal values of the same document.
    public static func random(seed: UInt64) -> ExampleGeneration {
        ExampleGeneration(.random(seed: seed))
    }
}
