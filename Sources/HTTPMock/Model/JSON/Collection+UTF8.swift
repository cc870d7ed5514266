import Foundation

extension Collection<UInt8> {
    /// The bytes as text; nil if they are not UTF-8.
    ///
    /// `String(validating:as:)` does the same, but needs macOS 15 and iOS 18. `String(decoding:as:)` throws inside for
    /// each invalid byte, and Swift Testing records a backtrace of each throw: minutes for a large image.
    package var utf8Text: String? {
        guard let text = String(bytes: self, encoding: .utf8) else { return nil }
        // Foundation leaves out a byte-order mark.
        return text.utf8.count == count ? text : String(decoding: self, as: UTF8.self)
    }
}
