extension Collection<UInt8> {
    /// The bytes as text; nil if they are not UTF-8.
    ///
    /// `String(validating:as:)` does the same, but needs macOS 15 and iOS 18.
    package var utf8Text: String? {
        let text = String(decoding: self, as: UTF8.self)
        return text.utf8.elementsEqual(self) ? text : nil
    }
}
