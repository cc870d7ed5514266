import Foundation
import HTTPMock

/// Numbers that may be within some limits, the likeliest first.
enum NumberSample {
    /// Returns numbers at the limits of a range, as far as they keep to its steps.
    ///
    /// Without steps, they are near to the limits and in the middle between them, if both limits are given.
    static func atLimits(_ constraints: SampleConstraints, isInteger: Bool) -> [JSONValue] {
        let range = SteppedRange(constraints, isInteger: isInteger)
        var numbers: [Decimal] = []
        if let step = range.step {
            // An exclusive limit leaves the next step.
            numbers += [range.first, range.first.map { $0 + step }].compactMap(\.self)
            numbers += [range.last, range.last.map { $0 - step }].compactMap(\.self)
        } else if let lower = range.lower, let upper = range.upper {
            // Any small part of the range will do, so that the numbers are allowed by exclusive limits, too.
            let margin = (upper - lower) / 1_000
            numbers += [lower + margin, (lower + upper) / 2, upper - margin]
        }
        return numbers.filter(\.isFinite).map { .number(JSONNumber(spelled: "\($0)")) }
    }

    /// The limits of numbers, which may be exclusive, and the distance of the numbers.
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

        /// The distance of the numbers to try.
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

    /// Returns numbers to try.
    ///
    /// - Parameters:
    ///   - constraints: The limits.
    ///   - variant: The number of the value among values that differ.
    ///   - isInteger: True for a number without a fraction.
    ///   - choice: The choices, which may be random.
    static func candidates(
        _ constraints: SampleConstraints, variant: Int, isInteger: Bool, _ choice: inout SampleChoice
    ) -> [JSONValue] {
        let range = SteppedRange(constraints, isInteger: isInteger)
        let (lower, upper, first, last) = (range.lower, range.upper, range.first, range.last)
        let step = range.distance
        let shift = Decimal(variant) * step
        var candidates: [Decimal] = []
        if choice.isRandom {
            // A range without an end has a hundred steps, and of any range the first million steps are used.
            let start = first ?? last.map { $0 - 100 * step } ?? 0
            let end = last ?? start + 100 * step
            let count = Int(truncating: min(rounded((end - start) / step, .down), 1_000_000) as NSDecimalNumber)
            candidates.append(start + Decimal(choice.number(in: 0...max(0, count))) * step)
        }
        candidates += [0 + shift, first.map { $0 + shift }, first.map { $0 + step + shift }].compactMap(\.self)
        candidates += [last.map { $0 - shift }, last.map { $0 - step - shift }, 1 + shift].compactMap(\.self)
        if !isInteger {
            candidates += [lower, upper].compactMap(\.self)
            if let lower, let upper { candidates.append((lower + upper) / 2) }
            candidates += [lower.map { $0 + half }, upper.map { $0 - half }].compactMap(\.self)
        }
        return candidates.filter { $0.isFinite }.map { .number(JSONNumber(spelled: "\($0)")) }
    }

    private static let half = Decimal(1) / 2

    private static func rounded(_ value: Decimal, _ mode: NSDecimalNumber.RoundingMode) -> Decimal {
        var value = value
        var result = Decimal()
        NSDecimalRound(&result, &value, 0, mode)
        return result
    }
}
