/// Random numbers that are the same in every run: SplitMix64.
///
/// - SeeAlso: [Steele, Lea, Flood: Fast splittable pseudorandom number generators](https://doi.org/10.1145/2660193.2660195)
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Makes a generator.
    ///
    /// - Parameter seed: Where the sequence begins; each seed has one of its own.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next number of the sequence.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A random element of a collection that has some.
    public mutating func pick<Elements: Collection>(_ elements: Elements) -> Elements.Element {
        elements[elements.index(elements.startIndex, offsetBy: Int.random(in: 0..<elements.count, using: &self))]
    }

    /// A text of random pieces, as many as the range allows.
    public mutating func text(of pieces: [String], count: ClosedRange<Int>) -> String {
        (0..<Int.random(in: count, using: &self)).map { _ in pick(pieces) }.joined()
    }
}
