import Foundation
import HTTPMock

/// Escapes of half a surrogate pair, such as `\udc80`, in the text of a HAR.
///
/// Python escapes a byte that is not UTF-8 as the half `\udcXX`, and mitmproxy writes bodies with such bytes. JSON has
/// no value for a half, so a private scalar replaces each half before the text is parsed.
///
/// - SeeAlso: [PEP 383](https://peps.python.org/pep-0383/)
enum LoneSurrogates {
    /// The distance of a private scalar from its half: plane 16 is for private use.
    private static let distance: UInt32 = 0x10_0000
    /// The number of bytes of an escape such as `\u00E9`.
    static let escapeLength = 6

    /// Returns a JSON text in which each half is the escape of its private scalar; nil without halves.
    static func marked(_ text: Data) -> Data? {
        let bytes = [UInt8](text)
        var output: [UInt8] = []
        var copied = 0
        var index = 0
        while let escape = bytes[index...].firstIndex(of: UInt8(ascii: "\\")) {
            // An escape of another kind, such as `\n` or an escaped backslash, has two bytes.
            index = min(escape + 2, bytes.count)
            guard let first = codeUnit(bytes[escape...]) else { continue }
            index = escape + escapeLength
            guard UTF16.isLeadSurrogate(first) || UTF16.isTrailSurrogate(first) else { continue }
            if UTF16.isLeadSurrogate(first), let second = codeUnit(bytes[index...]), UTF16.isTrailSurrogate(second) {
                index += escapeLength
                continue
            }
            guard let mark = Unicode.Scalar(distance + UInt32(first)) else { continue }
            output += bytes[copied..<escape]
            for unit in mark.utf16 { output += "\\u\(String(unit, radix: 16))".utf8 }
            copied = index
        }
        guard copied > 0 else { return nil }
        return Data(output + bytes[copied...])
    }

    /// Returns the code unit of an escape such as `\u00E9`; nil for other bytes.
    static func codeUnit(_ bytes: ArraySlice<UInt8>) -> UInt16? {
        guard bytes.count >= escapeLength, bytes.starts(with: #"\u"#.utf8) else { return nil }
        let digits = bytes.dropFirst(2).prefix(4)
        // `UInt16` would accept a sign.
        guard digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    /// Returns the bytes of a text with private scalars; nil for a scalar whose byte is unknown.
    ///
    /// The bytes are fewer than the text's if it has a private scalar, because one byte replaces four.
    static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case distance + 0xDC80...distance + 0xDCFF: bytes.append(UInt8(scalar.value & 0xFF))
            case distance + 0xD800...distance + 0xDFFF: return nil
            default: bytes += scalar.utf8
            }
        }
        return bytes
    }

    /// Returns a URL with its private scalars percent-encoded; nil for a scalar whose byte is unknown.
    ///
    /// In a URL with a private scalar, characters beyond ASCII are encoded too, because `URL(string:)` would encode the
    /// percent signs next to them again.
    static func percentEncoded(_ url: String) -> String? {
        guard let bytes = bytes(of: url) else { return nil }
        let hasPrivateScalar = bytes.count != url.utf8.count
        guard hasPrivateScalar else { return url }
        let characters = bytes.map { byte in
            let isVisible = (0x21...0x7E).contains(byte)
            return isVisible ? String(Unicode.Scalar(byte)) : String(format: "%%%02X", byte)
        }
        return characters.joined()
    }
}
