/// A schema whose keywords have been read and whose references have been resolved.
struct CompiledSchema: Sendable {
    /// The location of the schema in its document.
    let location: DocumentLocation
    /// The resource that the schema belongs to, for the dynamic scope.
    let resource: Int
    /// The keywords in the order in which they are checked.
    var keywords: [any Keyword] = []
    /// The verdict of a boolean schema on every value; nil for other schemas.
    var constant: Bool?
    /// True if a keyword needs to know what its neighbors have evaluated.
    var tracksEvaluated = false
    /// True if a keyword applies schemas to the same value.
    ///
    /// Such a schema may reach itself.
    var mayReachItself = false
    /// True if null is valid whatever the keywords are, because of `nullable`.
    var admitsNull = false
    /// True if requests need not have a member with this schema.
    var isReadOnly = false
    /// True if responses need not have a member with this schema.
    var isWriteOnly = false
    /// True for a schema with `discriminator`, which others may extend in Swagger 2.0.
    var hasDiscriminator = false
    /// The way in which values are written in XML; nil for the usual way.
    var xml: XMLHints?
    /// The name in `format`, known or not.
    var formatName: String?
    /// The documentation of the value's type, of an object's members and of an array's elements.
    var documentation = SchemaDocumentation()

    /// Returns whether a member with this schema may be missing from a value in a direction, even if it is required.
    func isOptional(in direction: ContractDirection) -> Bool {
        switch direction {
        case .request: isReadOnly
        case .response: isWriteOnly
        }
    }
}
