/// The hash that a WebSocket handshake proves its answer with; of no use for security.
///
/// - SeeAlso: [RFC 3174 §6.1](https://www.rfc-editor.org/rfc/rfc3174.html#section-6.1)
enum SHA1 {
    private static let blockSize = 64
    private static let start: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]

    /// Returns the hash of some bytes, 20 bytes long.
    static func hash(_ message: some Collection<UInt8>) -> [UInt8] {
        let bytes = padded(message)
        var hash = start
        for block in stride(from: 0, to: bytes.count, by: blockSize) {
            add(bytes[block..<block + blockSize], to: &hash)
        }
        return hash.flatMap(bigEndianBytes)
    }

    /// Returns a message with the bit 1, zeros and its length in bits, which fills whole blocks.
    private static func padded(_ message: some Collection<UInt8>) -> [UInt8] {
        var bytes = Array(message)
        let bitCount = UInt64(bytes.count) * 8
        bytes.append(0x80)
        // The length takes the last eight bytes of a block.
        while bytes.count % blockSize != blockSize - 8 { bytes.append(0) }
        bytes += bigEndianBytes(UInt32(truncatingIfNeeded: bitCount >> 32))
        bytes += bigEndianBytes(UInt32(truncatingIfNeeded: bitCount))
        return bytes
    }

    private static func add(_ block: ArraySlice<UInt8>, to hash: inout [UInt32]) {
        let words = schedule(of: block)
        var (a, b, c, d, e) = (hash[0], hash[1], hash[2], hash[3], hash[4])
        for (round, word) in words.enumerated() {
            let mixed = mix(b, c, d, round: round)
            let next = rotate(a, by: 5) &+ mixed &+ e &+ word
            e = d
            d = c
            c = rotate(b, by: 30)
            b = a
            a = next
        }
        for (index, value) in [a, b, c, d, e].enumerated() { hash[index] &+= value }
    }

    private static func schedule(of block: ArraySlice<UInt8>) -> [UInt32] {
        var words: [UInt32] = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<80 {
            words.append(rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1))
        }
        return words
    }

    /// Returns the sum of a round's constant and of the round's function of three words.
    private static func mix(_ b: UInt32, _ c: UInt32, _ d: UInt32, round: Int) -> UInt32 {
        switch round {
        case 0..<20: ((b & c) | (~b & d)) &+ 0x5A82_7999
        case 20..<40: (b ^ c ^ d) &+ 0x6ED9_EBA1
        case 40..<60: ((b & c) | (b & d) | (c & d)) &+ 0x8F1B_BCDC
        default: (b ^ c ^ d) &+ 0xCA62_C1D6
        }
    }

    private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }

    private static func bigEndianBytes(_ word: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
}
