import Foundation

extension String {
    /// The text with its percent escapes decoded, or unchanged if the escapes are invalid.
    var decoded: String { validlyDecoded ?? self }

    /// The text with its escapes decoded; nil if the escapes are invalid.
    var validlyDecoded: String? {
        // Foundation needs a microsecond even for a text without an escape.
        utf8.contains(UInt8(ascii: "%")) ? removingPercentEncoding : self
    }

    /// The text without tabs and spaces at its ends, the further spaces of Unicode included.
    var trimmed: String { trimmingCharacters(in: .whitespaces) }

    /// The text whose decoded form is this text.
    var escapingPercents: String { replacing("%", with: "%25") }
}
