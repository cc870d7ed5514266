/// A value of an enum.
struct EnumValue: Sendable {
    let name: String
    let description: String?
    /// The reason why the value is deprecated; nil if it is not.
    let deprecation: String?
    let place: DefinitionPlace
}
