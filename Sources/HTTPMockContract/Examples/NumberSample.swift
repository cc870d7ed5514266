import Foundation
import HTTPMock

/// Numbers that may be within some limits.
enum NumberSample {
    /// Returns numbers to try at the limits of a range.
    ///
    /// With steps, these are the two multiples next to each limit. Without steps, they are near the limits and in the
    /// middle between them, or one half from the only limit.
    static func atLimits(_ constraints: SampleConstraints, isInteger: Bool) -> [JSONValue] {
        let range = SteppedRange(constraints, isInteger: isInteger)
        var numbers: [Decimal] = []
        if let step = range.step {
            // An exclusive limit may forbid the first multiple, but not the second.
            if let first = range.first { numbers += [first, first + step] }
            if let last = range.last { numbers += [last, last - step] }
        } else if let lower = range.lower, let upper = range.upper {
            // A small part of the range, so that exclusive limits allow the numbers too.
            let margin = (upper - lower) / 1_000
            numbers += [lower + margin, (lower + upper) / 2, upper - margin]
        } else {
            numbers += [range.lower.map { $0 + half }, range.upper.map { $0 - half }].compactMap(\.self)
        }
        return numbers.filter(\.isFinite).map { .number(JSONNumber(spelled: "\($0)")) }
    }

    /// The limits of numbers, inclusive or exclusive, and the distance between the numbers.
    private struct SteppedRange {
        let lower: Decimal?
        let upper: Decimal?
        /// The largest `multipleOf`, or else 1 for integers; nil for any numbers.
        let step: Decimal?

        init(_ constraints: SampleConstraints, isInteger: Bool) {
            func limits(_ rules: LimitKeyword.Rule...) -> [Decimal] {
                constraints.limits.filter { rules.contains($0.rule) }
                    .compactMap { Decimal(string: $0.number.description) }
            }
            lower = limits(.minimum, .exclusiveMinimum).max()
            upper = limits(.maximum, .exclusiveMaximum).min()
            step = limits(.multipleOf).max() ?? (isInteger ? 1 : nil)
        }

        /// The distance between the numbers to try.
        var distance: Decimal { step ?? 1 }

        /// The lowest multiple of the distance that is not below the lower limit; nil without such a limit.
        var first: Decimal? {
            lower.map { rounded($0 / distance, .up) * distance }
        }

        /// The highest multiple of the distance that is not above the upper limit; nil without such a limit.
        var last: Decimal? {
            upper.map { rounded($0 / distance, .down) * distance }
        }
    }

    /// Returns numbers in the order in which they are tried; random choices add one number at the beginning.
    ///
    /// - Parameters:
    ///   - constraints: The limits.
    ///   - variant: The number of the value among values that differ.
    ///   - isInteger: Whether the number has no fraction.
    ///   - choice: The choices, which may be random.
    static func candidates(
        _ constraints: SampleConstraints, variant: Int, isInteger: Bool, _ choice: inout SampleChoice
    ) -> [JSONValue] {
        let range = SteppedRange(constraints, isInteger: isInteger)
        let step = range.distance
        let shift = Decimal(variant) * step
        var candidates: [Decimal] = []
        if choice.isRandom { candidates.append(random(in: range, &choice)) }
        candidates.append(shift)
        if let first = range.first { candidates += [first + shift, first + step + shift] }
        if let last = range.last { candidates += [last - shift, last - step - shift] }
        candidates.append(1 + shift)
        if !isInteger {
            let (lower, upper) = (range.lower, range.upper)
            candidates += [lower, upper].compactMap(\.self)
            if let lower, let upper { candidates.append((lower + upper) / 2) }
            if let lower { candidates.append(lower + half) }
            if let upper { candidates.append(upper - half) }
        }
        return candidates.filter(\.isFinite).map { .number(JSONNumber(spelled: "\($0)")) }
    }

    private static let half = Decimal(1) / 2

    /// Returns a random number of a range.
    ///
    /// A range that lacks a limit has a hundred steps, and of any range only the first million steps are used.
    private static func random(in range: SteppedRange, _ choice: inout SampleChoice) -> Decimal {
        let step = range.distance
        let start = range.first ?? range.last.map { $0 - 100 * step } ?? 0
        let end = range.last ?? start + 100 * step
        let count = min(rounded((end - start) / step, .down), 1_000_000)
        let index = choice.number(in: 0...max(0, Int(truncating: count as NSDecimalNumber)))
        return start + Decimal(index) * step
    }

    private static func rounded(_ value: Decimal, _ mode: NSDecimalNumber.RoundingMode) -> Decimal {
        var value = value
        var result = Decimal()
        NSDecimalRound(&result, &value, 0, mode)
        return result
    }
}
