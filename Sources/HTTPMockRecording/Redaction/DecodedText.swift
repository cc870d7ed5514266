import Foundation
import HTTPMock

/// The texts inside of a text: without its escapes, and out of base64.
enum DecodedText {
    /// The fewest bytes that are a text: as many as the base64 of the shortest secret has.
    private static let shortestText = 11
    /// The fewest digits that are looked at: as many as the base64 of the shortest text has.
    private static let shortestRun = 15

    /// The digits of base64, and the line breaks between them.
    private static let baseBytes = ByteSet { digits[Int($0)] != noDigit }
    private static let noDigit: UInt8 = 255
    /// The value of a line break, which is skipped in base64.
    private static let lineBreak: UInt8 = 254

    /// The values of the digits of base64, in both alphabets.
    ///
    /// - SeeAlso: [RFC 4648](https://www.rfc-editor.org/rfc/rfc4648.html)
    private static let digits: [UInt8] = {
        var digits = [UInt8](repeating: noDigit, count: 256)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, digit) in alphabet.utf8.enumerated() { digits[Int(digit)] = UInt8(value) }
        digits[Int(UInt8(ascii: "-"))] = 62
        digits[Int(UInt8(ascii: "_"))] = 63
        for byte in "\r\n".utf8 { digits[Int(byte)] = lineBreak }
        return digits
    }()

    /// Returns the texts that are in base64 in some bytes, with a line feed after each; empty if there is none.
    ///
    /// Other digits may come before the base64, such as those of a path, so every run is read from four positions.
    static func inBase64(of bytes: [UInt8]) -> [UInt8] {
        var texts: [UInt8] = []
        var index = shortestRun - 1
        while index < bytes.count {
            // The step is the length of the shortest run, so no run of that length lies between two steps.
            guard baseBytes.contains(bytes[index]) else {
                index += shortestRun
                continue
            }
            // The byte one step before is no digit, so the run begins after that byte.
            let start = bytes.start(of: baseBytes, before: index, from: index - shortestRun + 1)
            let end = bytes.end(of: baseBytes, from: index)
            if end - start >= shortestRun { appendTexts(of: bytes, in: start..<end, to: &texts) }
            index = end + shortestRun
        }
        return texts
    }

    /// Appends the texts of a run of digits.
    private static func appendTexts(of bytes: [UInt8], in run: Range<Int>, to texts: inout [UInt8]) {
        var values: [UInt8] = []
        values.reserveCapacity(run.count + 3)
        let digits = digits
        var index = run.lowerBound
        while index < run.upperBound {
            let value = digits[Int(bytes[index])]
            if value != lineBreak { values.append(value) }
            index = index &+ 1
        }
        // Zeros complete the last group.
        values += [0, 0, 0]
        values.withUnsafeBufferPointer { values in
            for shift in 0..<4 { appendTexts(of: values, from: shift, to: &texts) }
        }
    }

    /// Appends the texts in groups of four digits, which are three bytes each.
    ///
    /// Only ASCII is a text, because all escapes and all base64 are ASCII. A group with other bytes is skipped unless a
    /// text begins or ends in the group, because nearly all groups of an image are no text.
    private static func appendTexts(of values: UnsafeBufferPointer<UInt8>, from shift: Int, to texts: inout [UInt8]) {
        var start = texts.count
        // The highest bits of three bytes, which no ASCII has.
        let highBits: UInt32 = 0x80_8080
        // No text begins before the first group.
        var group = highBits
        var index = shift
        while index &+ 3 < values.count {
            let previous = group
            group = UInt32(values[index]) &<< 18 | UInt32(values[index &+ 1]) &<< 12
            group |= UInt32(values[index &+ 2]) &<< 6 | UInt32(values[index &+ 3])
            index = index &+ 4
            if group & highBits == 0 {
                // A text may begin inside of the group before, and end inside of the group after.
                if texts.count == start { appendLastBytes(of: previous, to: &texts) }
                appendBytes(of: group, to: &texts)
            } else if texts.count > start {
                appendBytes(of: group, to: &texts)
                endText(from: &start, in: &texts)
            }
        }
        endText(from: &start, in: &texts)
    }

    /// Appends the bytes of a group up to the first one that is not ASCII.
    private static func appendBytes(of group: UInt32, to texts: inout [UInt8]) {
        guard group & 0x80_0000 == 0 else { return }
        texts.append(UInt8(truncatingIfNeeded: group &>> 16))
        guard group & 0x8000 == 0 else { return }
        texts.append(UInt8(truncatingIfNeeded: group &>> 8))
        guard group & 0x80 == 0 else { return }
        texts.append(UInt8(truncatingIfNeeded: group))
    }

    /// Appends the bytes of a group after the last one that is not ASCII.
    private static func appendLastBytes(of group: UInt32, to texts: inout [UInt8]) {
        guard group & 0x80 == 0 else { return }
        if group & 0x8000 == 0 { texts.append(UInt8(truncatingIfNeeded: group &>> 8)) }
        texts.append(UInt8(truncatingIfNeeded: group))
    }

    /// Ends the text that begins at an index, or removes it if it is too short.
    private static func endText(from start: inout Int, in texts: inout [UInt8]) {
        if texts.count - start < shortestText {
            texts.removeLast(texts.count - start)
        } else {
            texts.append(UInt8(ascii: "\n"))
        }
        start = texts.count
    }
}

extension DecodedText {
    /// The most layers of escapes, and the most layers of base64, that are decoded.
    static let depthLimit = 8

    private static let otherThanMarks = ByteSet(allBut: "%\\")

    /// Returns bytes without their escapes, up to the limit of layers; nil if there is none.
    static func withoutEscapes(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8]?
        for _ in 0..<depthLimit {
            guard let decoded = withoutOuterEscapes(result ?? bytes) else { break }
            result = decoded
        }
        return result
    }

    /// Returns bytes with their percent escapes and the escapes of JSON decoded once; nil if there is none.
    static func withoutOuterEscapes(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.index(of: UInt8(ascii: "\\"), from: 0) != nil || bytes.index(of: UInt8(ascii: "%"), from: 0) != nil
        else { return nil }
        // The output has room, because every escape is longer than the bytes that it stands for.
        let decoded = [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
            bytes.withUnsafeBufferPointer { input in
                var index = 0
                while index < input.count {
                    let next = bytes.end(of: otherThanMarks, from: index)
                    _ = output[count...].update(fromContentsOf: input[index..<next])
                    count += next - index
                    index = next
                    if index < input.count { index += decode(input, at: index, into: output, &count) }
                }
            }
        }
        return decoded.count < bytes.count ? decoded : nil
    }

    /// Writes the bytes of the escape at an index, or else the byte there, and returns the number of bytes read.
    private static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, into output: UnsafeMutableBufferPointer<UInt8>,
        _ count: inout Int
    ) -> Int {
        func write(_ byte: UInt8) {
            output[count] = byte
            count += 1
        }
        if bytes[index] == UInt8(ascii: "%") {
            guard index + 2 < bytes.count, let high = bytes[index + 1].hexadecimalValue,
                let low = bytes[index + 2].hexadecimalValue
            else {
                write(bytes[index])
                return 1
            }
            write(high << 4 | low)
            return 3
        }
        guard index + 1 < bytes.count else {
            write(bytes[index])
            return 1
        }
        switch bytes[index + 1] {
        case UInt8(ascii: "n"): write(UInt8(ascii: "\n"))
        case UInt8(ascii: "r"): write(UInt8(ascii: "\r"))
        case UInt8(ascii: "t"): write(UInt8(ascii: "\t"))
        case UInt8(ascii: "b"): write(UInt8(ascii: "\u{8}"))
        case UInt8(ascii: "f"): write(UInt8(ascii: "\u{C}"))
        case UInt8(ascii: "u"):
            let pair = bytes[index...].prefix(2 * LoneSurrogates.escapeLength)
            return decodeUnicode(Array(pair)[...], write)
        case let escaped: write(escaped)
        }
        return 2
    }

    /// Writes the UTF-8 of an escape such as `\u00E9`, or of a surrogate pair, and returns the number of bytes read.
    ///
    /// Writes `u` if no four digits follow.
    ///
    /// - Parameter bytes: The bytes from a `\u` on.
    private static func decodeUnicode(_ bytes: ArraySlice<UInt8>, _ write: (UInt8) -> Void) -> Int {
        guard let first = LoneSurrogates.codeUnit(bytes) else {
            write(UInt8(ascii: "u"))
            return 2
        }
        let length = LoneSurrogates.escapeLength
        if UTF16.isLeadSurrogate(first), let second = LoneSurrogates.codeUnit(bytes.dropFirst(length)),
            UTF16.isTrailSurrogate(second)
        {
            String(decoding: [first, second], as: UTF16.self).utf8.forEach(write)
            return 2 * length
        }
        String(decoding: [first], as: UTF16.self).utf8.forEach(write)
        return length
    }
}
