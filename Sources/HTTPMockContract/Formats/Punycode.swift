/// The encoding of other scripts in host names.
///
/// - SeeAlso: [RFC 3492 §6.2](https://www.rfc-editor.org/rfc/rfc3492.html#section-6.2)
enum Punycode {
    /// The label that ASCII characters encode; nil if they encode none.
    static func decoded(_ bytes: some BidirectionalCollection<UInt8>) -> [Unicode.Scalar]? {
        let bytes = Array(bytes)
        let delimiter = bytes.lastIndex(of: UInt8(ascii: "-"))
        var label = bytes[..<(delimiter ?? 0)].map { Unicode.Scalar($0) }
        var code = initialCode
        var bias = initialBias
        var index = 0
        var position = delimiter.map { $0 + 1 } ?? 0
        while position < bytes.count {
            let start = index
            var weight = 1
            var k = base
            while true {
                guard position < bytes.count, let digit = digit(bytes[position]) else { return nil }
                position += 1
                // A label has at most 63 characters; a few digits suffice for any character in it.
                let (product, overflows) = digit.multipliedReportingOverflow(by: weight)
                guard !overflows, product < Int.max / 2 - index else { return nil }
                index += product
                let threshold = max(1, min(26, k - bias))
                if digit < threshold { break }
                let (next, overflowsNext) = weight.multipliedReportingOverflow(by: base - threshold)
                guard !overflowsNext else { return nil }
                weight = next
                k += base
            }
            let count = label.count + 1
            bias = adapted(index - start, count, isFirst: start == 0)
            code += index / count
            index %= count
            guard let value = UInt32(exactly: code), value >= 0x80, let scalar = Unicode.Scalar(value) else {
                return nil
            }
            label.insert(scalar, at: index)
            index += 1
        }
        return label
    }

    private static let base = 36
    private static let initialBias = 72
    private static let initialCode = 128

    private static func digit(_ byte: UInt8) -> Int? {
        if byte.isLetter { return Int((byte | 0x20) - UInt8(ascii: "a")) }
        return byte.isDigit ? Int(byte - UInt8(ascii: "0")) + 26 : nil
    }

    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var k = 0
        while delta > 455 {
            delta /= 35
            k += base
        }
        return k + 36 * delta / (delta + 38)
    }
}
