import Foundation
import HTTPMock

/// Numbers that may be within some limits, the smallest first.
enum NumberSample {
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
        func limits(_ rules: LimitKeyword.Rule...) -> [Decimal] {
            constraints.limits.filter { rules.contains($0.rule) }.compactMap { Decimal(string: $0.number.description) }
        }
        let lower = limits(.minimum, .exclusiveMinimum).max()
        let upper = limits(.maximum, .exclusiveMaximum).min()
        let step = limits(.multipleOf).max() ?? 1
        let first = lower.map { rounded($0 / step, .up) * step }
        let last = upper.map { rounded($0 / step, .down) * step }
        let shift = Decimal(variant) * step
        var candidates: [Decimal] = []
        if choice.isRandom {
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
