/// The way that a field of a form is written.
///
/// - SeeAlso: [OpenAPI 3.1, Encoding Object](https://spec.openapis.org/oas/v3.1.0#encoding-object)
struct FieldEncoding: Sendable {
    /// True if the field is a JSON text.
    let isJSON: Bool
    /// The separator of an array's elements; nil if each element has a field of its own.
    let separator: String?

    /// Reads an encoding object.
    ///
    /// - Parameter node: A member of `encoding`.
    init(_ node: DocumentNode) {
        isJSON = node.string("contentType").map { MediaTypeName($0).isJSON } ?? false
        let style = node.string("style").flatMap(ParameterStyle.init) ?? .form
        let isExploded = node["explode"].map { $0.value == .bool(true) } ?? (style == .form)
        let separators: [ParameterStyle: String] = [.form: ",", .spaceDelimited: " ", .pipeDelimited: "|"]
        separator = isExploded ? nil : separators[style]
    }
}
