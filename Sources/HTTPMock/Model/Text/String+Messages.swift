extension String {
    /// The longest text of a request that a message shows in full, in bytes.
    static let shownLimit = 4_096

    /// The literal of the text as Swift sources write it, which escapes no apostrophe.
    package var swiftLiteral: String { debugDescription.replacing("\\'", with: "'") }

    /// The text as a message shows it: cut at the limit, with its length.
    var shortened: String {
        guard utf8.count > Self.shownLimit else { return self }
        return String(decoding: utf8.prefix(Self.shownLimit), as: UTF8.self) + "… (\(utf8.count) bytes)"
    }
}

extension Int {
    /// The number of times, as in `once` and `2 times`.
    package var times: String { self == 1 ? "once" : "\(self) times" }

    /// Returns the number with a noun, as in `1 byte` and `2 bytes`.
    package func counted(_ noun: String) -> String {
        if self == 1 { return "1 \(noun)" }
        return "\(self) \(noun)s"
    }

    /// The number as a rank, as in `21st`.
    package var ordinal: String {
        if (11...13).contains(self % 100) { return "\(self)th" }
        switch self % 10 {
        case 1: return "\(self)st"
        case 2: return "\(self)nd"
        case 3: return "\(self)rd"
        default: return "\(self)th"
        }
    }
}
