/// A schema or document with a URI of its own, and its subschemas without a URI.
///
/// - SeeAlso: [JSON Schema core §4.3.5](https://json-schema.org/draft/2020-12/json-schema-core#section-4.3.5)
struct SchemaResource {
    /// The base of the references in the resource.
    let base: URIReference
    let root: SchemaLocation
    let dialect: SchemaDialect
    /// The schemas with a `$dynamicAnchor`, by its name.
    var dynamicAnchors: [String: SchemaLocation] = [:]
}
