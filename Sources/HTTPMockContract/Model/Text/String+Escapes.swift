import Foundation
import HTTPMock

extension String {
    /// The text with its percent escapes decoded; a `%` that begins no escape stays.
    ///
    /// Unchanged if the escaped bytes are not UTF-8.
    var decoded: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        return PercentEncoding.decode(utf8).utf8Text ?? self
    }

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
