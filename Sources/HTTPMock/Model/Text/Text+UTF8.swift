import Foundation

extension Collection<UInt8> {
    /// The bytes as text; nil if they are not UTF-8.
    ///
    /// `String(validating:as:)` does the same, but needs macOS 15 and iOS 18. `String(decoding:as:)` throws inside for
    /// each invalid byte, and Swift Testing records a backtrace of each throw: minutes for a large image.
    package var utf8Text: String? {
        guard let text = String(bytes: self, encoding: .utf8) else { return nil }
        // Foundation leaves out a byte-order mark.
        guard text.utf8.count == count else { return String(decoding: self, as: UTF8.self) }
        return text
    }
}

extension String {
    /// Returns whether two texts, such as header names, are equal without case.
    package func isEqualIgnoringCase(to other: String) -> Bool {
        // Names of other lengths are the common case. The kelvin sign is longer than a `k`, so the two are not equal.
        guard utf8.count == other.utf8.count else { return false }
        return self == other || lowercased() == other.lowercased()
    }
}
