/// A receiver of the values of a document, in the order of the text.
///
/// In a mapping, keys and values alternate.
protocol YAMLReceiver {
    /// Receives a scalar.
    mutating func scalar(_ scalar: YAMLScalar, _ properties: YAMLProperties, at offset: Int) throws(YAMLError)

    /// Receives a reference to an earlier value.
    mutating func alias(_ name: String, at offset: Int) throws(YAMLError)

    /// Receives the beginning of a mapping or sequence.
    mutating func begin(isMapping: Bool, _ properties: YAMLProperties, at offset: Int) throws(YAMLError)

    /// Receives the beginning of a mapping whose first key is the last received element.
    mutating func beginMappingWithLastElement() throws(YAMLError)

    /// Receives the end of the innermost mapping or sequence.
    mutating func end() throws(YAMLError)
}
