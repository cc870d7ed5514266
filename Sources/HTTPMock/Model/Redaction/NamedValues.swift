import Foundation

/// Replaces some of the named values of URLs, forms, header fields and bodies.
///
/// The only code that knows where a secret may be: the log masks what this walk finds, and a cassette replaces the same
/// values. A value may be a text with named values of its own, such as JSON in a form. All other bytes keep their
/// spelling.
package enum NamedValues {
    /// The most texts in texts that are read.
    ///
    /// A text that was encoded a thousand times must not overflow the stack.
    static let depthLimit = 8

    /// Replaces a value, or the named values in it.
    ///
    /// - Returns: nil for a value to keep.
    package static func value(_ text: String, at place: NamedPlace, _ replace: ValueReplacement) -> String? {
        replace(place, text) ?? self.text(text, depth: place.depth + 1, replace)
    }

    /// Replaces the named values in a text of unknown content: JSON, a URL, assignments, or none of these.
    ///
    /// - Returns: nil for a text to keep.
    package static func text(_ text: String, depth: Int = 0, _ replace: ValueReplacement) -> String? {
        guard text.utf8.contains(where: { $0 == 0x3D || $0 == 0x3A || $0 == 0x40 }) else { return nil }
        guard depth < depthLimit else { return replace(NamedPlace(.nesting, depth: depth), text) }
        let replaced: String
        if let first = text.utf8.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            text.utf8.contains(UInt8(ascii: "\""))
        {
            let bytes = Array(text.utf8)
            var scanned = json(bytes, depth: depth, replace)
            // A GraphQL document and a note in brackets start as JSON does.
            if JSONValue(Data(bytes)) == nil { scanned = assignments(in: scanned, .text, depth: depth, replace) }
            replaced = String(decoding: scanned, as: UTF8.self)
        } else if isAddress(text) {
            replaced = url(text, depth: depth, replace)
        } else {
            replaced = assignments(in: text, .text, depth: depth, replace)
        }
        return replaced == text ? nil : replaced
    }

    /// Returns whether a text is one URL with an authority, and nothing else.
    private static func isAddress(_ text: String) -> Bool {
        guard let scheme = text.range(of: "://") else { return false }
        return text[..<scheme.lowerBound].utf8.allSatisfy { $0.isTokenCharacter }
            && !text.utf8.contains { $0 <= 0x20 || $0 == 0x22 || $0 == 0x3C || $0 == 0x3E }
    }

    /// Replaces values in `name=value`, `name="value"` and `name: "value"`.
    static func assignments(
        in text: String, _ surroundings: AssignmentScan.Surroundings, depth: Int, _ replace: ValueReplacement
    ) -> String {
        guard text.utf8.contains(where: { $0 == 0x3D || $0 == 0x3A }) else { return text }
        return String(decoding: assignments(in: Array(text.utf8), surroundings, depth: depth, replace), as: UTF8.self)
    }

    /// Replaces values in bytes of text, and the users of the URLs there.
    static func assignments(
        in bytes: [UInt8], _ surroundings: AssignmentScan.Surroundings, depth: Int, _ replace: ValueReplacement
    ) -> [UInt8] {
        guard bytes.index(of: UInt8(ascii: "="), from: 0) != nil || bytes.index(of: UInt8(ascii: ":"), from: 0) != nil
        else { return bytes }
        var scan = AssignmentScan(bytes, surroundings, depth: depth)
        return scan.replacing(replace)
    }
}

extension [UInt8] {
    /// Returns the index of the next such byte; nil if there is none.
    ///
    /// Searched by the C library, because a loop over megabytes is slow in a debug build.
    package func index(of byte: UInt8, from start: Int) -> Int? {
        guard start < count else { return nil }
        return withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base + start, Int32(byte), bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
