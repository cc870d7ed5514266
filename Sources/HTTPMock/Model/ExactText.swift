/// A text that equals only texts of the same code units.
///
/// Two Swift strings are equal if they are canonically equivalent, such as `é` as one scalar or as two. Servers compare
/// bytes.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (lhs: ExactText, rhs: ExactText) -> Bool {
        lhs.text.hasSameCodeUnits(as: rhs.text)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

extension StringProtocol {
    /// Returns whether two texts consist of the same code units.
    func hasSameCodeUnits(as other: some StringProtocol) -> Bool {
        // Texts that are not even equivalent are the common case, and cheaper to compare.
        self == other && utf8.elementsEqual(other.utf8)
    }
}
