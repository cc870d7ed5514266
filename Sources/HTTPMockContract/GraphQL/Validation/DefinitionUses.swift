/// The variables and fragments that an operation or a fragment uses by itself.
struct DefinitionUses {
    /// The use of a variable where a value is expected.
    struct Variable {
        let name: String
        let offset: Int
        /// The type that is expected; nil if it is not known.
        let type: TypeReference?
        /// True if the place has a default value.
        let hasDefault: Bool
        /// The name of the @oneOf type whose field the variable gives; nil for others.
        let oneOf: String?
    }

    var variables: [Variable] = []
    var spreads: [Syntax.Spread] = []
}
