import Foundation

extension String {
    /// The text with its control characters written as escapes, so that no terminal obeys them.
    ///
    /// Characters that change the direction of text are escaped as well, because they reorder the line.
    var printable: String {
        escapingControls { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
    }

    /// Returns the text with the escapes that a closure makes of control characters.
    func escapingControls(_ escape: (Unicode.Scalar) -> String) -> String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isControl { text += escape(scalar) } else { text.unicodeScalars.append(scalar) }
        }
    }

    /// The text cut to a number of characters, with an ellipsis for the rest.
    func cut(to length: Int) -> String {
        count > length ? "\(prefix(length - 1))…" : self
    }
}

extension Unicode.Scalar {
    /// Whether a terminal may obey the character instead of showing it.
    fileprivate var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
