import HTTPMock

/// The way in which a value is written in XML.
///
/// - SeeAlso: [OpenAPI 3.1, XML Object](https://spec.openapis.org/oas/v3.1.0#xml-object)
struct XMLHints: Sendable {
    /// The name of the element or attribute; nil for the name of the member.
    var name: String?
    var namespace: String?
    var prefix: String?
    /// Whether the value is an attribute of the element around it.
    var isAttribute = false
    /// Whether the elements of an array have an element around them.
    var isWrapped = false
    /// Whether the value is the text of the element around it.
    var isText = false

    /// Creates the hints of a schema without any.
    init() {}

    /// Reads the member `xml` of a schema.
    init(_ object: JSONObject) {
        name = object["name"]?.string
        namespace = object["namespace"]?.string
        prefix = object["prefix"]?.string
        isWrapped = object["wrapped"] == .bool(true)
        isAttribute = object["attribute"] == .bool(true)
        // `nodeType` exists since OpenAPI 3.2.
        switch object["nodeType"]?.string {
        case "attribute": isAttribute = true
        case "text", "cdata": isText = true
        case "element": isWrapped = true
        default: break
        }
    }

    /// Adds other hints for the same value; the texts that are there already win.
    mutating func add(_ other: XMLHints) {
        name = name ?? other.name
        namespace = namespace ?? other.namespace
        prefix = prefix ?? other.prefix
        isAttribute = isAttribute || other.isAttribute
        isWrapped = isWrapped || other.isWrapped
        isText = isText || other.isText
    }
}
