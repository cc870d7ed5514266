import Foundation

/// A small random generator whose sequence is fixed by its seed.
///
/// - SeeAlso: Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators (OOPSLA 2014)
package struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

    package init(state: UInt64) {
        self.state = state
    }

    package mutating func next() -> UInt64 {
        state &+= Self.increment
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns one of the durations that a seed draws from a range in seconds.
    ///
    /// The durations are successive numbers of the seed's generator. If the number were added to the seed, the next
    /// seed would draw the same durations one request earlier.
    ///
    /// - Parameter number: The number of the duration, from 0.
    static func draw(_ range: ClosedRange<Double>, seed: UInt64, number: Int) -> Duration {
        var generator = SplitMix64(state: seed &+ UInt64(number) &* increment)
        // 53 of the 64 bits, because a Double holds no more.
        let fraction = Double(generator.next() >> 11) / Double(1 << 53)
        return .clamped(seconds: range.lowerBound + (range.upperBound - range.lowerBound) * fraction)
    }
}
