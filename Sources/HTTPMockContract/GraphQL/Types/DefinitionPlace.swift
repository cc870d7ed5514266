/// The place of a definition, a name or a defect in a list of sources, mostly those of a type system.
struct DefinitionPlace: Hashable, Sendable {
    /// The index of the source in the list.
    let source: Int
    /// The byte in the source.
    let offset: Int

    /// The index of the source with the built-in definitions, in the sources of a type system.
    static let builtInSource = 0

    /// True for a built-in definition, if the place is in a type system.
    var isBuiltIn: Bool { source == Self.builtInSource }
}
