import Foundation

/// A JSON number of any length, equal to every other spelling of the same value.
///
/// - SeeAlso: [RFC 8259 §6](https://www.rfc-editor.org/rfc/rfc8259.html#section-6)
package struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
    package let isNegative: Bool
    /// The significant digits, without zeros at either end; empty for zero.
    package let digits: String
    /// The power of ten: the value is the digits, read as an integer, times ten to this power.
    package let exponent: Int

    /// The largest exponent of a text that is read as it is; a larger one becomes this.
    private static let exponentLimit = 1_000_000_000_000_000_000

    /// Creates the number of a value: the shortest decimal that reads back as the value; 0 for infinity and for NaN.
    package init(_ value: some Numeric) { self.init(spelled: "\(value)") }

    /// Creates the number that a text spells by the grammar of JSON, or as Swift describes one.
    package init(spelled text: String) {
        self = Array(text.utf8).withUnsafeBufferPointer { JSONNumber(spelled: $0) }
    }

    init(spelled bytes: UnsafeBufferPointer<UInt8>) {
        // `0x20` is the bit that makes a capital letter a small one: the exponent begins with `e` or `E`.
        let mantissa = bytes.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        let isSignificant = { (byte: UInt8) in byte.isASCIIDigit && byte != UInt8(ascii: "0") }
        guard let first = mantissa.firstIndex(where: isSignificant), let last = mantissa.lastIndex(where: isSignificant)
        else {
            digits = ""
            exponent = 0
            isNegative = false
            return
        }
        digits = String(unsafeUninitializedCapacity: last - first + 1) { text in
            var count = 0
            for byte in mantissa[first...last] where byte.isASCIIDigit {
                text[count] = byte
                count += 1
            }
            return count
        }
        let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.endIndex
        // The power of ten of the last significant digit in the mantissa: 2 in `1500`, 0 in `15`, -1 in `1.5`.
        let powerOfLast = point > last ? point - last - 1 : point - last
        var written = 0
        if mantissa.endIndex < bytes.endIndex {
            let text = String(decoding: bytes[mantissa.endIndex...].dropFirst(), as: UTF8.self)
            // The exponent of a text may be beyond the integers.
            written = Int(text) ?? (text.hasPrefix("-") ? .min : .max)
        }
        exponent = max(-Self.exponentLimit, min(Self.exponentLimit, written)) + powerOfLast
        isNegative = bytes.first == UInt8(ascii: "-")
    }

    /// The number in plain decimals, or with an exponent.
    ///
    /// An exponent is written for an integer of more than 21 digits, and if more than six zeros follow the point.
    package var description: String {
        let sign = isNegative ? "-" : ""
        guard !digits.isEmpty else { return "0" }
        // The number of digits before the point; negative if zeros follow the point.
        let point = digits.count + exponent
        switch exponent {
        case 0...20 where point <= 21:
            return sign + digits + String(repeating: "0", count: exponent)
        case ..<0 where point > 0:
            return "\(sign)\(digits.prefix(point)).\(digits.dropFirst(point))"
        case ..<0 where point > -7:
            return "\(sign)0.\(String(repeating: "0", count: -point))\(digits)"
        default:
            return "\(sign)\(digits)e\(exponent)"
        }
    }
}
