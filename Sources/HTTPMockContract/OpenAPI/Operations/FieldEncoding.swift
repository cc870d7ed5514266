/// The encoding of a form's field.
///
/// - SeeAlso: [OpenAPI 3.1, Encoding Object](https://spec.openapis.org/oas/v3.1.0#encoding-object)
struct FieldEncoding: Sendable {
    /// True if the field is a JSON text.
    let isJSON: Bool
    /// The separator of an array's elements; nil if each element has its own field.
    let separator: String?

    /// Creates the encoding of a field.
    init(_ style: ParameterStyle, isExploded: Bool, isJSON: Bool = false) {
        self.isJSON = isJSON
        let separators: [ParameterStyle: String] = [
            .form: ",", .spaceDelimited: " ", .pipeDelimited: "|", .tabDelimited: "\t",
        ]
        if isExploded {
            separator = nil
        } else {
            separator = separators[style]
        }
    }

    /// Reads an encoding object.
    ///
    /// - Parameter node: A member of `encoding`.
    init(_ node: DocumentNode) {
        let style = node.string("style").flatMap(ParameterStyle.init) ?? .form
        self.init(
            style, isExploded: node["explode"].map { $0.value == .bool(true) } ?? (style == .form),
            isJSON: node.string("contentType").map { MediaTypeName($0).isJSON } ?? false)
    }
}
