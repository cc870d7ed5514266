/// A text that equals only texts of the same bytes.
///
/// Two Swift strings are equal if they are canonically equivalent, such as `é` as one scalar or as two. Servers compare
/// bytes. The bytes of a query or a form need not be UTF-8.
package struct ExactText: Hashable, Sendable {
    /// The text; of bytes that are not UTF-8, all bytes beyond ASCII and each percent sign are escapes.
    package let text: String
    /// Whether the bytes are UTF-8, so that ``text`` has no escapes.
    package let isUTF8: Bool

    package init(_ text: String) {
        self.text = text
        isUTF8 = true
    }

    package init(decoding bytes: [UInt8]) {
        let text = bytes.utf8Text
        self.text = text ?? PercentEncoding.escaped(bytes)
        isUTF8 = text != nil
    }

    /// The text; nil if the bytes are not UTF-8.
    package var utf8: String? {
        guard isUTF8 else { return nil }
        return text
    }

    package var bytes: [UInt8] {
        guard isUTF8 else { return PercentEncoding.decode(text.utf8) }
        return Array(text.utf8)
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.isUTF8 == other.isUTF8 && one.text.hasSameCodeUnits(as: other.text)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

extension ExactText: Comparable, CustomStringConvertible {
    package static func < (one: Self, other: Self) -> Bool {
        // Canonically equivalent texts are ordered by their bytes.
        if one.text == other.text { return one.text.utf8.lexicographicallyPrecedes(other.text.utf8) }
        return one.text < other.text
    }

    package var description: String { text }
}

extension StringProtocol {
    package func hasSameCodeUnits(as other: some StringProtocol) -> Bool {
        // Texts that are not even equivalent are the common case, and cheaper to compare.
        self == other && utf8.elementsEqual(other.utf8)
    }
}

extension String {
    /// Returns whether another text has the same bytes; quicker than for other kinds of texts.
    package func hasSameCodeUnits(as other: String) -> Bool {
        // Texts of different lengths are the most common case.
        guard utf8.count == other.utf8.count, self == other else { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
        }
        // Nil on either level if the bytes of that text are not in one place.
        guard let isSame, let isSame else { return utf8.elementsEqual(other.utf8) }
        return isSame
    }
}

extension Sequence<String> {
    package func contains(exactly text: String) -> Bool {
        contains { $0.hasSameCodeUnits(as: text) }
    }
}
