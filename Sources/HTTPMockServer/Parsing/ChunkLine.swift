import HTTPMock

/// The line before each chunk of a body in the chunked transfer coding.
///
/// - SeeAlso: [RFC 9112 §7.1](https://www.rfc-editor.org/rfc/rfc9112.html#section-7.1)
enum ChunkLine {
    /// The most bytes of a chunk line, with its extensions and without its CRLF.
    static let limit = 4096

    /// Parses the line; its extensions are checked and ignored.
    ///
    /// - Parameter line: The bytes before the line's CRLF.
    /// - Returns: The number of bytes in the chunk; 0 for the last one.
    static func size(_ line: UnsafeRawBufferPointer) throws(RequestRejection) -> Int {
        var size = 0
        var index = 0
        while index < line.count, let digit = line[index].hexadecimalValue {
            let (product, isTooLarge) = size.multipliedReportingOverflow(by: 16)
            guard !isTooLarge else { throw .badRequest("A chunk size is too large.") }
            size = product | Int(digit)
            index += 1
        }
        guard index > 0 else { throw .badRequest("A chunk size is not a hexadecimal number.") }
        var extensions = Extensions(bytes: line, index: index)
        guard extensions.areValid() else {
            throw .badRequest("A chunk size is followed by something other than extensions.")
        }
        return size
    }

    /// `chunk-ext`: any number of `;name` and `;name=value`, with blanks around `;` and `=`.
    private struct Extensions {
        let bytes: UnsafeRawBufferPointer
        var index: Int

        mutating func areValid() -> Bool {
            while index < bytes.count {
                skipBlanks()
                guard take(UInt8(ascii: ";")) else { return false }
                skipBlanks()
                guard takeToken() else { return false }
                let end = index
                skipBlanks()
                guard take(UInt8(ascii: "=")) else {
                    // These blanks may belong to the next extension; at the line's end they are rejected.
                    index = end
                    continue
                }
                skipBlanks()
                guard takeQuotedString() || takeToken() else { return false }
            }
            return true
        }

        private mutating func skipBlanks() {
            while index < bytes.count, bytes[index].isBlank { index += 1 }
        }

        private mutating func take(_ byte: UInt8) -> Bool {
            guard index < bytes.count, bytes[index] == byte else { return false }
            index += 1
            return true
        }

        private mutating func takeToken() -> Bool {
            let start = index
            while index < bytes.count, bytes[index].isToken { index += 1 }
            return index > start
        }

        private mutating func takeQuotedString() -> Bool {
            let quote = UInt8(ascii: "\"")
            guard index < bytes.count, bytes[index] == quote else { return false }
            var end = index + 1
            while end < bytes.count, bytes[end].isFieldValue {
                if bytes[end] == quote {
                    index = end + 1
                    return true
                }
                if bytes[end] == UInt8(ascii: "\\") {
                    end += 1
                    guard end < bytes.count, bytes[end].isFieldValue else { return false }
                }
                end += 1
            }
            return false
        }
    }
}
