import Foundation

/// A set of bytes, for searches in long texts.
///
/// The set is a table that is read by pointer, because a debug build calls a function for each step of a collection.
package struct ByteSet: Sendable {
    fileprivate let members: [Bool]

    package init(where isMember: (UInt8) -> Bool) {
        members = (UInt8.min...UInt8.max).map(isMember)
    }

    package init(_ text: String) {
        self.init { text.utf8.contains($0) }
    }

    package init(allBut text: String) {
        self.init { !text.utf8.contains($0) }
    }

    package func contains(_ byte: UInt8) -> Bool {
        members[Int(byte)]
    }

    static let blanks = ByteSet(" \t")
    package static let space = ByteSet(" \t\r\n")
    static let inQuotes = ByteSet(allBut: "\"\\")
    fileprivate static let inApostrophes = ByteSet(allBut: "'\\")
    /// The bytes of ASCII that are not escaped in a string of JSON.
    package static let plainASCII = ByteSet { $0 < 0x80 && plainJSON.contains($0) }
    /// The bytes that are not escaped in a string of JSON.
    package static let plainJSON = ByteSet { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
}

extension [UInt8] {
    /// Returns the end of the run of a set's bytes that begins at an index; the index itself for an empty run.
    package func end(of set: ByteSet, from start: Int, to limit: Int? = nil) -> Int {
        withUnsafeBufferPointer { $0.end(of: set, from: start, to: limit) }
    }

    /// Returns the beginning of the run of a set's bytes that ends before an index; the index for an empty run.
    ///
    /// - Parameter limit: The index before which no run is followed.
    package func start(of set: ByteSet, before end: Int, from limit: Int = 0) -> Int {
        withUnsafeBufferPointer { bytes in
            set.members.withUnsafeBufferPointer { members in
                guard let byte = bytes.baseAddress, let isMember = members.baseAddress else { return end }
                var index = end
                while index > limit, isMember[Int(byte[index &- 1])] { index = index &- 1 }
                return index
            }
        }
    }

    /// Returns the index of the first such byte at or after an index; nil if there is none.
    package func index(of byte: UInt8, from start: Int) -> Int? {
        guard start < count else { return nil }
        return withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base + start, Int32(byte), bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    /// Returns the index of the first such quote at or after an index that no backslash escapes; otherwise the end.
    func closingQuote(_ quote: UInt8, from start: Int) -> Int {
        let content = quote == UInt8(ascii: "'") ? ByteSet.inApostrophes : .inQuotes
        var end = self.end(of: content, from: start)
        // Goes on after the backslash and the byte that it escapes.
        while end < count, self[end] != quote { end = self.end(of: content, from: Swift.min(end + 2, count)) }
        return end
    }

    /// Returns the range between the quotes at an index and the next such quotes.
    ///
    /// A text of several lines has three quotes, as in GraphQL and Python, and in GraphQL `\"""` is its only escape.
    ///
    /// - SeeAlso: [GraphQL, String value](https://spec.graphql.org/October2021/#sec-String-Value)
    func quotedText(from start: Int) -> Range<Int> {
        let quote = self[start]
        guard hasThree(quote, at: start) else { return start + 1..<closingQuote(quote, from: start + 1) }
        var end = start + 3
        while end < count, !hasThree(quote, at: end) {
            let isEscape = self[end] == UInt8(ascii: "\\") && hasThree(quote, at: end + 1)
            // A backslash and three quotes.
            end += isEscape ? 4 : 1
        }
        return start + 3..<Swift.min(end, count)
    }

    private func hasThree(_ quote: UInt8, at index: Int) -> Bool {
        index + 2 < count && self[index] == quote && self[index + 1] == quote && self[index + 2] == quote
    }

    func contains(_ text: StaticString) -> Bool {
        // One pointer for the whole search, because a debug build pays for each closure.
        withUnsafeBytes { bytes in
            guard var base = bytes.baseAddress else { return false }
            let last = base + bytes.count - text.utf8CodeUnitCount
            // The search of C's library for texts stops at a NUL.
            while base <= last, let found = memchr(base, Int32(text.utf8Start[0]), last - base + 1) {
                if memcmp(found, text.utf8Start, text.utf8CodeUnitCount) == 0 { return true }
                base = UnsafeRawPointer(found) + 1
            }
            return false
        }
    }

    package func hasText(_ text: StaticString, at index: Int) -> Bool {
        withUnsafeBufferPointer { $0.hasText(text, at: index) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the end of the run of a set's bytes that begins at an index; the index itself for an empty run.
    func end(of set: ByteSet, from start: Int, to limit: Int? = nil) -> Int {
        let end = limit ?? count
        return set.members.withUnsafeBufferPointer { members in
            guard let byte = baseAddress, let isMember = members.baseAddress else { return start }
            var index = start
            while index < end, isMember[Int(byte[index])] { index = index &+ 1 }
            return index
        }
    }

    func hasText(_ text: StaticString, at index: Int) -> Bool {
        guard let baseAddress, index >= 0, count - index >= text.utf8CodeUnitCount else { return false }
        return memcmp(baseAddress + index, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
}

extension String {
    /// Returns whether the text has a byte that is not in a set.
    func hasByte(outside set: ByteSet) -> Bool {
        var text = self
        return text.withUTF8 { $0.end(of: set, from: 0) < $0.count }
    }
}
