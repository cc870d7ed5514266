/// Checks text that arrives in parts: whether the bytes so far are the beginning of valid UTF-8.
///
/// - SeeAlso: [RFC 3629 §4](https://www.rfc-editor.org/rfc/rfc3629.html#section-4)
struct UTF8Checker: Sendable {
    /// The number of continuation bytes that the character still needs.
    private var missing = 0
    /// The values that the next continuation byte may have.
    private var allowed = Self.anyContinuation

    private static let anyContinuation: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether the text may end here, after a whole character.
    var isAtEndOfCharacter: Bool { missing == 0 }

    /// Checks the next bytes.
    ///
    /// - Returns: False if no text begins with the bytes so far; the checker is then of no more use.
    mutating func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index < bytes.count {
            if missing == 0 {
                index = Self.endOfASCII(in: bytes, from: index)
                guard index < bytes.count else { return true }
            }
            guard accepts(bytes[index]) else { return false }
            index += 1
        }
        return true
    }

    private mutating func accepts(_ byte: UInt8) -> Bool {
        guard missing == 0 else {
            guard allowed.contains(byte) else { return false }
            missing -= 1
            allowed = Self.anyContinuation
            return true
        }
        switch byte {
        case 0x00...0x7F: return true
        case 0xC2...0xDF: expect(1)
        // Not an overlong form.
        case 0xE0: expect(2, next: 0xA0...0xBF)
        // Not a surrogate.
        case 0xED: expect(2, next: 0x80...0x9F)
        case 0xE1...0xEF: expect(2)
        // Not an overlong form.
        case 0xF0: expect(3, next: 0x90...0xBF)
        case 0xF1...0xF3: expect(3)
        // Not above U+10FFFF.
        case 0xF4: expect(3, next: 0x80...0x8F)
        default: return false
        }
        return true
    }

    private mutating func expect(_ count: Int, next: ClosedRange<UInt8> = Self.anyContinuation) {
        missing = count
        allowed = next
    }

    /// Returns the index of the first byte from an index on that is not ASCII; the end if all are ASCII.
    private static func endOfASCII(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var index = start
        // Eight bytes at once: none of them has the highest bit, which only bytes beyond ASCII have.
        while index + 8 <= bytes.count {
            guard bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 else {
                break
            }
            index += 8
        }
        while index < bytes.count, bytes[index] < 0x80 { index += 1 }
        return index
    }
}
