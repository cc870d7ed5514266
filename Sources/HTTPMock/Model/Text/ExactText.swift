/// A text that equals only texts of the same code units.
///
/// Two Swift strings are equal if they are canonically equivalent, such as `é` as one scalar or as two. Servers compare
/// bytes.
struct ExactText: Hashable, Sendable {
    private let codeUnits: [UInt8]

    init(_ text: String) {
        codeUnits = Array(text.utf8)
    }

    var text: String { String(decoding: codeUnits, as: UTF8.self) }
}

extension StringProtocol {
    func hasSameCodeUnits(as other: some StringProtocol) -> Bool {
        // Texts that are not even equivalent are the common case, and cheaper to compare.
        self == other && utf8.elementsEqual(other.utf8)
    }
}
