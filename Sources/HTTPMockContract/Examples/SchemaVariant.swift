import HTTPMock

/// A body that a schema allows, and that differs from another body in one location.
struct SchemaVariant: Sendable {
    /// The location of the change in the body.
    let path: [PathStep]
    /// The change, as in `absent` and `null`.
    let change: String
    /// The kind of the change, under which a table counts the variant.
    let kind: Kind
    /// The first schema of the location in which the change is.
    let schema: DocumentLocation
    /// The whole body.
    let body: JSONValue

    /// The kinds of changes.
    ///
    /// The raw value begins the ``ResponseVariant/reason`` of the response that is made of the variant.
    enum Kind: String, Sendable, CaseIterable {
        case optional
        case nullable
        case arrayLength = "array"
        case value = "enum"
        case branch
        case type
        case number
        case string
        case boolean
        case furtherMember = "more members"
    }
}
