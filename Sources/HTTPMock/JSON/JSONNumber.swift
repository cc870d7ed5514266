/// A JSON number of any length, equal to every other spelling of the same value.
///
/// - SeeAlso: [RFC 8259 §6](https://www.rfc-editor.org/rfc/rfc8259.html#section-6)
package struct JSONNumber: Hashable, Sendable {
    package let isNegative: Bool
    /// The significant digits, without zeros at either end; empty for zero.
    package let digits: String
    /// The power of ten to multiply the digits, read as an integer, by.
    package let exponent: Int

    /// Creates a whole number.
    package init(_ value: Int) {
        self.init(spelled: "\(value)")
    }

    /// Creates the shortest decimal that reads back as the same floating-point number.
    ///
    /// - Parameter value: A finite number.
    package init(_ value: Double) {
        self.init(spelled: "\(value)")
    }

    /// Creates a number from its text.
    ///
    /// - Parameter text: A number in the grammar of JSON, or the description of a Swift number.
    package init(spelled text: some StringProtocol) {
        var digits: [UInt8] = []
        var fraction = 0
        var hasPoint = false
        var exponent = 0
        let parts = text.utf8.split(maxSplits: 1) { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
        for byte in parts[0] {
            switch byte {
            case UInt8(ascii: "-"): break
            case UInt8(ascii: "."): hasPoint = true
            default:
                digits.append(byte)
                fraction += hasPoint ? 1 : 0
            }
        }
        if parts.count > 1 {
            // An exponent that does not fit is clamped; zero stays zero.
            let text = String(decoding: parts[1], as: UTF8.self)
            exponent = Int(text) ?? (text.hasPrefix("-") ? .min / 2 : .max / 2)
            exponent = max(.min / 2, min(.max / 2, exponent))
        }
        let trailing = digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        let significant = digits.dropLast(trailing).drop { $0 == UInt8(ascii: "0") }
        self.digits = String(decoding: significant, as: UTF8.self)
        self.exponent = significant.isEmpty ? 0 : exponent - fraction + trailing
        self.isNegative = !significant.isEmpty && text.utf8.first == UInt8(ascii: "-")
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The number in plain decimals if those are short, otherwise with an exponent.
    package var description: String {
        let sign = isNegative ? "-" : ""
        guard !digits.isEmpty else { return "0" }
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
