import Foundation
import HTTPMock

/// The bytes of a document, with line feeds as the only line breaks.
struct YAMLText: Sendable {
    /// The bytes and some zeros, so that looking ahead needs no bounds check.
    let bytes: [UInt8]
    /// The number of bytes without the zeros.
    let count: Int

    /// The number of zeros after the text: the longest look ahead.
    private static let padding = 4

    /// Checks and copies the bytes of a document, without a byte order mark.
    ///
    /// - Throws: ``DocumentSyntaxError`` for a text that is not UTF-8, or that has a control character below U+0020
    ///   other than a tab or a line break.
    init(_ data: Data) throws(DocumentSyntaxError) {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var bytes = [UInt8](data)
        if bytes.starts(with: byteOrderMark) { bytes.removeFirst(byteOrderMark.count) }
        // Each bit that some byte has, to see whether all bytes are ASCII.
        var union: UInt8 = 0
        var hasReturn = false
        for (offset, byte) in bytes.enumerated() {
            union |= byte
            guard byte < 0x20 else { continue }
            if byte == .carriageReturn { hasReturn = true }
            guard byte == .lineFeed || byte == .tab || byte == .carriageReturn else {
                throw Self.error("a control character is not allowed", at: offset, in: bytes)
            }
        }
        let isASCII = union < 0x80
        if !isASCII, bytes.utf8Text == nil {
            throw Self.error("the text is not UTF-8", at: Self.invalidByte(in: bytes), in: bytes)
        }
        if hasReturn { bytes = bytes.withLineFeeds() }
        // The end of the text ends its last line too.
        if bytes.last != .lineFeed { bytes.append(.lineFeed) }
        count = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: Self.padding))
        self.bytes = bytes
    }

    /// Returns the line and column of a byte, both from 1; the column counts code points.
    func position(of offset: Int) -> TextPosition {
        TextPosition(of: offset, in: bytes[..<count])
    }

    /// Creates the error at a byte; carriage returns before the byte end lines too.
    private static func error(_ reason: String, at offset: Int, in bytes: [UInt8]) -> DocumentSyntaxError {
        let before = bytes[..<offset].withLineFeeds()
        return DocumentSyntaxError(reason: reason, position: TextPosition(of: before.count, in: before[...]))
    }

    /// Returns the offset of the first sequence of bytes that is not UTF-8.
    private static func invalidByte(in bytes: [UInt8]) -> Int {
        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        var offset = 0
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .emptyInput, .error: return offset
            }
        }
    }
}
