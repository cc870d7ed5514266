/// The place of a name in the sources of a type system.
struct DefinitionPlace: Hashable, Sendable {
    /// The number of the source.
    let source: Int
    /// The byte in the source.
    let offset: Int

    /// The number of the source that defines what every schema has.
    static let builtInSource = 0

    /// True for a definition that every schema has.
    var isBuiltIn: Bool { source == Self.builtInSource }
}
