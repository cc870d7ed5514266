/// The place of a name in the sources of a type system.
struct DefinitionPlace: Hashable, Sendable {
    /// The number of the source.
    let source: Int
    /// The byte in the source.
    let offset: Int
}
