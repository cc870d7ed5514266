/// The encoding of a form's field.
///
/// - SeeAlso: [OpenAPI 3.1, Encoding Object](https://spec.openapis.org/oas/v3.1.0#encoding-object)
struct FieldEncoding: Sendable {
    /// True if the field is a JSON text.
    let isJSON: Bool
    /// The separator of an array's elements; nil if each element has its own field, and for styles without a separator.
    let separator: String?
    /// The media types and ranges that a part of the field may have; none for any.
    let contentTypes: [MediaTypeName]
    let pointer: DocumentLocation

    /// Creates the encoding of a field.
    init(
        _ style: ParameterStyle, isExploded: Bool, contentTypes: [MediaTypeName] = [], pointer: DocumentLocation
    ) {
        isJSON = !contentTypes.isEmpty && contentTypes.allSatisfy(\.isJSON)
        self.contentTypes = contentTypes
        self.pointer = pointer
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
            contentTypes: (node.string("contentType") ?? "").split(separator: ",").map { MediaTypeName(String($0)) },
            pointer: node.pointer)
    }
}
