import Foundation

/// Unpacks a file that was packed with gzip, as `.har.gz`.
///
/// The length of the unpacked bytes is verified, the checksums are not.
///
/// - SeeAlso: [RFC 1951](https://www.rfc-editor.org/rfc/rfc1951.html),
///   [RFC 1952](https://www.rfc-editor.org/rfc/rfc1952.html)
struct Gunzip {
    private let input: [UInt8]
    private var index = 0
    private var output: [UInt8] = []
    /// The bits that were read but not used, the next one lowest.
    private var bits: UInt32 = 0
    private var bitCount = 0

    /// Returns whether a file begins with gzip's two marks and the method of compression.
    static func isGzip(_ data: Data) -> Bool { data.starts(with: [0x1F, 0x8B, 8]) }

    /// Returns the unpacked bytes of all members of a file; bytes after the last member are ignored.
    static func unpacked(_ data: Data) throws(FileFlaw) -> Data {
        var gunzip = Gunzip(input: Array(data))
        while isGzip(Data(gunzip.input[gunzip.index...].prefix(3))) { try gunzip.readMember() }
        return Data(gunzip.output)
    }

    private init(input: [UInt8]) {
        self.input = input
    }

    private static let damage = FileFlaw("it is packed with gzip, and its data is damaged or cut")

    // MARK: The file

    /// The parts of a member's head that may be missing.
    ///
    /// - SeeAlso: [RFC 1952 §2.3](https://www.rfc-editor.org/rfc/rfc1952.html#page-5)
    private enum HeadFlag {
        static let checksum: UInt8 = 2
        static let extraField: UInt8 = 4
        static let fileName: UInt8 = 8
        static let comment: UInt8 = 16
    }

    private mutating func readMember() throws(FileFlaw) {
        let flags = try byte(at: index + 3)
        let fixedHeadLength = 10
        index += fixedHeadLength
        if flags & HeadFlag.extraField != 0 { index += 2 + (try integerOfTwoBytes()) }
        if flags & HeadFlag.fileName != 0 { try skipText() }
        if flags & HeadFlag.comment != 0 { try skipText() }
        if flags & HeadFlag.checksum != 0 { index += 2 }
        let start = output.count
        var isLast = false
        while !isLast {
            isLast = try read(1) == 1
            try readBlock()
        }
        dropBits()
        let checksumLength = 4
        index += checksumLength
        // The length of the unpacked bytes modulo 2^32, whose lowest byte comes first.
        var length = 0
        for offset in 0..<4 { length |= Int(try byte(at: index + offset)) << (8 * offset) }
        guard length == (output.count - start) & 0xFFFF_FFFF else { throw Self.damage }
        index += 4
    }

    /// Returns the integer at the index, whose lower byte comes first.
    private func integerOfTwoBytes() throws(FileFlaw) -> Int {
        Int(try byte(at: index)) + Int(try byte(at: index + 1)) << 8
    }

    private func byte(at index: Int) throws(FileFlaw) -> UInt8 {
        guard index < input.count else { throw Self.damage }
        return input[index]
    }

    private mutating func skipText() throws(FileFlaw) {
        while try byte(at: index) != 0 { index += 1 }
        index += 1
    }

    // MARK: Blocks

    private mutating func readBlock() throws(FileFlaw) {
        switch try read(2) {
        case 0: try copyStored()
        case 1: try readCodes(Self.fixedLengths, Self.fixedDistances)
        case 2: try readDynamic()
        default: throw Self.damage
        }
    }

    private mutating func copyStored() throws(FileFlaw) {
        dropBits()
        let length = try integerOfTwoBytes()
        // The complement of the length follows the length.
        index += 4
        guard index + length <= input.count else { throw Self.damage }
        output += input[index..<index + length]
        index += length
    }

    /// The order in which the lengths of the codes for lengths are stored.
    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// Reads a block that begins with the codes' own lengths, which are coded too.
    ///
    /// - SeeAlso: [RFC 1951 §3.2.7](https://www.rfc-editor.org/rfc/rfc1951.html#page-13)
    private mutating func readDynamic() throws(FileFlaw) {
        let literalCount = Int(try read(5)) + 257
        let distanceCount = Int(try read(5)) + 1
        let orderCount = Int(try read(4)) + 4
        var lengths = [Int](repeating: 0, count: 19)
        for symbol in Self.lengthOrder.prefix(orderCount) { lengths[symbol] = Int(try read(3)) }
        let codes = Codes(lengths)
        var all: [Int] = []
        while all.count < literalCount + distanceCount {
            let symbol = try symbol(of: codes)
            // The symbols up to 15 are lengths; the others repeat the last length, or repeat zero.
            switch symbol {
            case 16:
                guard let last = all.last else { throw Self.damage }
                all += Array(repeating: last, count: Int(try read(2)) + 3)
            case 17: all += Array(repeating: 0, count: Int(try read(3)) + 3)
            case 18: all += Array(repeating: 0, count: Int(try read(7)) + 11)
            default: all.append(symbol)
            }
        }
        guard all.count == literalCount + distanceCount else { throw Self.damage }
        try readCodes(Codes(Array(all.prefix(literalCount))), Codes(Array(all.dropFirst(literalCount))))
    }

    /// The codes of a block without codes of its own.
    ///
    /// - SeeAlso: [RFC 1951 §3.2.6](https://www.rfc-editor.org/rfc/rfc1951.html#page-12)
    private static let fixedLengths = Codes(
        Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
            + Array(repeating: 8, count: 8))
    private static let fixedDistances = Codes(Array(repeating: 5, count: 30))
    /// The shortest length of each symbol from 257.
    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    /// The number of bits after the symbol, whose integer is added to the shortest length.
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    /// The shortest distance of each symbol.
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073,
        4_097,
        6_145, 8_193, 12_289, 16_385, 24_577,
    ]

    /// Reads literals, and pairs of a length and a distance, up to the end of the block.
    private mutating func readCodes(_ literals: Codes, _ distances: Codes) throws(FileFlaw) {
        let endOfBlock = 256
        while true {
            let symbol = try symbol(of: literals)
            if symbol == endOfBlock { return }
            if symbol < endOfBlock {
                output.append(UInt8(symbol))
                continue
            }
            let lengthIndex = symbol - endOfBlock - 1
            guard lengthIndex < Self.lengthBases.count else { throw Self.damage }
            let length = Self.lengthBases[lengthIndex] + Int(try read(Self.lengthBits[lengthIndex]))
            let distanceSymbol = try self.symbol(of: distances)
            guard distanceSymbol < Self.distanceBases.count else { throw Self.damage }
            // As a length, a distance has further bits; from the fifth symbol on, every second symbol has one bit more.
            let distanceBits = max(0, distanceSymbol / 2 - 1)
            let distance = Self.distanceBases[distanceSymbol] + Int(try read(distanceBits))
            guard distance <= output.count else { throw Self.damage }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    // MARK: Bits

    /// Reads an integer of some bits, the lowest bit first.
    private mutating func read(_ count: Int) throws(FileFlaw) -> UInt32 {
        while bitCount < count {
            bits |= UInt32(try byte(at: index)) << UInt32(bitCount)
            index += 1
            bitCount += 8
        }
        let value = bits & (1 << UInt32(count) - 1)
        bits >>= UInt32(count)
        bitCount -= count
        return value
    }

    /// Drops the rest of the byte that was begun.
    private mutating func dropBits() {
        bits = 0
        bitCount = 0
    }

    /// Reads one code bit by bit, and returns its symbol.
    private mutating func symbol(of codes: Codes) throws(FileFlaw) -> Int {
        var code = 0
        // The first code of the length so far, and the index of its symbol.
        var firstCode = 0
        var firstIndex = 0
        for count in codes.counts.dropFirst() {
            code |= Int(try read(1))
            let offset = code - firstCode
            if offset < count { return codes.symbols[firstIndex + offset] }
            firstIndex += count
            firstCode = (firstCode + count) << 1
            code <<= 1
        }
        throw Self.damage
    }

    /// The symbols of a Huffman code, by length and value of their codes.
    private struct Codes {
        /// The number of codes of each length.
        private(set) var counts = [Int](repeating: 0, count: 16)
        private(set) var symbols: [Int]

        init(_ lengths: [Int]) {
            for length in lengths where length > 0 { counts[length] += 1 }
            symbols = lengths.indices.filter { lengths[$0] > 0 }
            // The sort is stable: codes of one length are in the order of their symbols (RFC 1951 §3.2.2).
            symbols.sort { lengths[$0] < lengths[$1] }
        }
    }
}
