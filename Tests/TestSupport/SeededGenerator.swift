/// A random generator that is reproducible by its seed: SplitMix64.
///
/// - SeeAlso: [Steele, Lea, Flood: Fast splittable pseudorandom number
///   generators](https://doi.org/10.1145/2660193.2660195)
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator.
    ///
    /// - Parameter seed: The seed; each seed has its own sequence.
    public init(seed: UInt64) {
        state = seed
    }

    /// Returns the next number of the sequence.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a random element of a collection that is not empty.
    public mutating func pick<Elements: Collection>(_ elements: Elements) -> Elements.Element {
        elements[elements.index(elements.startIndex, offsetBy: Int.random(in: 0..<elements.count, using: &self))]
    }

    /// Returns a text of random parts, whose number is in a range.
    public mutating func text(of parts: [String], count: ClosedRange<Int>) -> String {
        (0..<Int.random(in: count, using: &self)).map { _ in pick(parts) }.joined()
    }
}
