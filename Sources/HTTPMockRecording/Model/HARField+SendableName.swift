import HTTPMock

extension HARField {
    /// Whether a message can have a field of this name.
    ///
    /// - SeeAlso: [RFC 9110 §5.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.1)
    var hasSendableName: Bool { !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter) }
}
