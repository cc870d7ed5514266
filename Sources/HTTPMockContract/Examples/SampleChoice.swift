import HTTPMock

/// The choices for a generated value: the first ones, or random ones.
struct SampleChoice {
    private var generator: SplitMix64?

    /// Creates the choices.
    ///
    /// - Parameter seed: The seed of random choices; nil for the first ones.
    init(seed: UInt64?) {
        generator = seed.map { SplitMix64(state: $0) }
    }

    /// True for random choices.
    var isRandom: Bool { generator != nil }

    /// Returns values in the order in which they are tried.
    mutating func order<Value>(_ values: [Value]) -> [Value] {
        guard var generator else { return values }
        defer { self.generator = generator }
        return values.shuffled(using: &generator)
    }

    /// Returns a number of a range, the lowest one without random choices.
    mutating func number(in range: ClosedRange<Int>) -> Int {
        guard var generator else { return range.lowerBound }
        defer { self.generator = generator }
        return Int.random(in: range, using: &generator)
    }
}
