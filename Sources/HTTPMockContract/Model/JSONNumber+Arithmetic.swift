import HTTPMock

extension JSONNumber: Comparable {
    /// True for a number without a fraction, however it is spelled.
    var isInteger: Bool { exponent >= 0 }

    /// Compares exact values.
    package static func < (lhs: JSONNumber, rhs: JSONNumber) -> Bool {
        if lhs.sign != rhs.sign { return lhs.sign < rhs.sign }
        if lhs.isNegative { return rhs.isSmaller(than: lhs) }
        return lhs.isSmaller(than: rhs)
    }

    /// Returns whether the number is a whole multiple of another, which is more than 0.
    ///
    /// The digits have no zeros at their end, so a number with a lower exponent than its divisor is no multiple.
    func isMultiple(of divisor: JSONNumber) -> Bool {
        if digits.isEmpty { return true }
        // Exponents are less than half of the largest `Int`, so their difference never overflows.
        let shift = exponent - divisor.exponent
        guard shift >= 0, !divisor.digits.isEmpty else { return false }
        // A divisor has fewer than four factors of 2 or 5 for each digit, and more zeros would add only more of these.
        let zeros = repeatElement(UInt8(ascii: "0"), count: min(shift, divisor.digits.utf8.count * 4))
        // A remainder of at most 18 digits and one more digit fit in an integer.
        if let small = UInt64(divisor.digits), divisor.digits.utf8.count <= 18 {
            let step = { (remainder: UInt64, digit: UInt8) in
                (remainder * 10 + UInt64(digit - UInt8(ascii: "0"))) % small
            }
            return zeros.reduce(digits.utf8.reduce(0, step), step) == 0
        }
        var remainder = DecimalRemainder(dividingBy: divisor.digits)
        for digit in digits.utf8 { remainder.append(digit) }
        for digit in zeros { remainder.append(digit) }
        return remainder.isZero
    }

    private var sign: Int {
        if digits.isEmpty { return 0 }
        return isNegative ? -1 : 1
    }

    /// Compares the absolute values.
    private func isSmaller(than other: JSONNumber) -> Bool {
        // The magnitude is the number of digits before the decimal point.
        let magnitude = digits.utf8.count + exponent
        let otherMagnitude = other.digits.utf8.count + other.exponent
        if magnitude != otherMagnitude { return magnitude < otherMagnitude }
        return digits.utf8.lexicographicallyPrecedes(other.digits.utf8)
    }
}

/// A long division's remainder, for divisors with more digits than an integer has.
private struct DecimalRemainder {
    private let divisor: [UInt8]
    /// The digits of the remainder, the first one not zero; empty for zero.
    private var digits: [UInt8] = []

    init(dividingBy divisor: String) {
        self.divisor = Array(divisor.utf8)
    }

    var isZero: Bool { digits.isEmpty }

    /// Brings down the next digit of the dividend.
    mutating func append(_ digit: UInt8) {
        if !digits.isEmpty || digit != UInt8(ascii: "0") { digits.append(digit) }
        while !isSmaller { subtract() }
    }

    /// Whether the remainder is less than the divisor.
    private var isSmaller: Bool {
        if digits.count != divisor.count { return digits.count < divisor.count }
        return digits.lexicographicallyPrecedes(divisor)
    }

    /// Subtracts the divisor, digit by digit from the last one.
    private mutating func subtract() {
        var borrow: UInt8 = 0
        for offset in 1...digits.count {
            let index = digits.count - offset
            var subtrahend = borrow
            if offset <= divisor.count { subtrahend += divisor[divisor.count - offset] - UInt8(ascii: "0") }
            let digit = digits[index] - UInt8(ascii: "0")
            borrow = digit < subtrahend ? 1 : 0
            digits[index] = UInt8(ascii: "0") + digit + borrow * 10 - subtrahend
        }
        digits.removeFirst(digits.prefix { $0 == UInt8(ascii: "0") }.count)
    }
}
