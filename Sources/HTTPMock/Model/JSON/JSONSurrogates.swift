import Foundation

/// The treatment of an escape such as `\udc80` that is half of a surrogate pair.
package enum JSONSurrogates: Sendable {
    /// A half is an error.
    case paired
    /// A half becomes a mark: a private scalar that ``bytes(of:)`` recognizes.
    ///
    /// Python escapes a byte that is not UTF-8 as the half `\udcXX`, and mitmproxy writes bodies with such bytes.
    ///
    /// - SeeAlso: [PEP 383](https://peps.python.org/pep-0383/)
    case marked

    /// The distance of a mark from its half: plane 16 is for private use.
    private static let distance: UInt32 = 0x10_0000

    /// Returns the mark of half of a pair.
    static func mark(of half: UInt16) -> Unicode.Scalar? { Unicode.Scalar(distance + UInt32(half)) }

    /// Returns the bytes of a text with marks; nil if a mark is for no byte.
    static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case distance + 0xDC80...distance + 0xDCFF: bytes.append(UInt8(scalar.value & 0xFF))
            case distance + 0xD800...distance + 0xDFFF: return nil
            default: bytes += UTF8.encode(scalar).map(Array.init) ?? []
            }
        }
        return bytes
    }

    /// Returns a URL with marks in ASCII, its other bytes percent-encoded; nil if a mark is for no byte.
    ///
    /// Characters beyond ASCII are encoded too, because `URL(string:)` would encode each percent sign next to them
    /// again.
    static func percentEncoded(_ url: String) -> String? {
        guard let bytes = bytes(of: url) else { return nil }
        guard bytes.count != url.utf8.count else { return url }
        return bytes.map { (0x21...0x7E).contains($0) ? String(Unicode.Scalar($0)) : String(format: "%%%02X", $0) }
            .joined()
    }
}
