/// The reason why a text is no GraphQL document, with its place.
struct GraphQLSyntaxError: Error {
    /// The defect, without a full stop.
    let reason: String
    /// The byte at which the defect is.
    let offset: Int
}
