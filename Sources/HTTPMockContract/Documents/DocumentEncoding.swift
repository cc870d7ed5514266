import Foundation

/// The encodings that documents may have.
///
/// - SeeAlso: [YAML 1.2.2 §5.2](https://yaml.org/spec/1.2.2/#52-character-encodings)
enum DocumentEncoding {
    /// Returns a document in UTF-8, UTF-16 or UTF-32 as UTF-8 without a byte order mark.
    ///
    /// The first bytes show UTF-16 and UTF-32, because a document begins with a mark or an ASCII character. A document
    /// in another encoding, or one that can't be decoded, is returned as it is.
    static func utf8(of document: Data) -> Data {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if document.starts(with: mark) { return Data(document.dropFirst(mark.count)) }
        guard let encoding = wideEncoding(of: document), let text = String(data: document, encoding: encoding) else {
            return document
        }
        return Data(text.drop { $0 == "\u{FEFF}" }.utf8)
    }

    /// Returns UTF-16 or UTF-32 if a document begins as a text in that encoding; nil for any other document.
    private static func wideEncoding(of document: Data) -> String.Encoding? {
        let first = Array(document.prefix(4))
        guard first.count >= 2 else { return nil }
        if first.count == 4 {
            switch (first[0], first[1], first[2], first[3]) {
            case (0, 0, 0xFE, 0xFF), (0, 0, 0, 1...): return .utf32BigEndian
            case (0xFF, 0xFE, 0, 0), (1..., 0, 0, 0): return .utf32LittleEndian
            default: break
            }
        }
        switch (first[0], first[1]) {
        case (0xFE, 0xFF), (0, 1...): return .utf16BigEndian
        case (0xFF, 0xFE), (1..., 0): return .utf16LittleEndian
        default: return nil
        }
    }
}
