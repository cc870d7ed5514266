import HTTPMock

/// Writes values as XML documents, in the way that the members `xml` of their schemas describe.
struct XMLWriter {
    /// The reason why a value can't be written.
    struct Failure: Error {
        let reason: String
    }

    private let validator: SchemaValidator
    private var text = #"<?xml version="1.0" encoding="UTF-8"?>"#

    private init(_ validator: SchemaValidator) {
        self.validator = validator
    }

    /// Returns a value as a document.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - schema: The number of its schema.
    ///   - validator: The schemas.
    /// - Throws: ``Failure`` for a name or character that XML lacks, and for an object or array as an attribute.
    static func text(
        of value: JSONValue, _ schema: Int, _ validator: SchemaValidator
    ) throws(Failure) -> String {
        var writer = XMLWriter(validator)
        try writer.write(value, [schema], named: validator.xmlRootName(of: schema) ?? "root")
        return writer.text
    }

    // MARK: Elements

    private mutating func write(_ value: JSONValue, _ schemas: [Int], named memberName: String) throws(Failure) {
        let hints = validator.xmlHints(of: schemas)
        let name = try qualified(hints.name ?? memberName, hints)
        text += "<\(name)"
        if let namespace = hints.namespace {
            try addAttribute(hints.prefix.map { "xmlns:\($0)" } ?? "xmlns", namespace)
        }
        if case .null = value {
            text += " xmlns:xsi=\"\(XMLNames.instance)\" xsi:nil=\"true\"/>"
            return
        }
        if case .object(let members) = value { try addAttributes(members, schemas) }
        text += ">"
        switch value {
        case .object(let members): try writeMembers(members, schemas)
        case .array(let elements):
            let itemName = validator.xmlItemName(of: schemas, in: memberName)
            try writeItems(elements, schemas, named: itemName)
        default: text += try escaped(value.string ?? value.text)
        }
        text += "</\(name)>"
    }

    private mutating func writeMembers(_ members: JSONObject, _ schemas: [Int]) throws(Failure) {
        let shape = validator.shapes.shape(of: schemas)
        for (name, member) in members.sorted() {
            let own = shape.schemas(ofMember: name) ?? []
            let hints = validator.xmlHints(of: own)
            if hints.isAttribute { continue }
            if hints.isText {
                text += try escaped(member.string ?? member.text)
                continue
            }
            if case .array(let elements) = member, !hints.isWrapped {
                try writeItems(elements, own, named: validator.xmlItemName(of: own, in: name))
            } else {
                try write(member, own, named: name)
            }
        }
    }

    private mutating func writeItems(
        _ elements: [JSONValue], _ schemas: [Int], named name: String
    ) throws(Failure) {
        let shape = validator.shapes.shape(of: schemas)
        for (index, element) in elements.enumerated() {
            try write(element, shape.schemas(ofElement: index), named: name)
        }
    }

    // MARK: Attributes

    private mutating func addAttributes(_ members: JSONObject, _ schemas: [Int]) throws(Failure) {
        let shape = validator.shapes.shape(of: schemas)
        for (name, member) in members.sorted() {
            let hints = validator.xmlHints(of: shape.schemas(ofMember: name) ?? [])
            guard hints.isAttribute, member != .null else { continue }
            guard !member.isContainer else { throw Failure(reason: "the attribute \(name.quoted) is no text") }
            if let namespace = hints.namespace, let prefix = hints.prefix {
                try addAttribute("xmlns:\(prefix)", namespace)
            }
            try addAttribute(qualified(hints.name ?? name, hints), member.string ?? member.text)
        }
    }

    private mutating func addAttribute(_ name: String, _ value: String) throws(Failure) {
        // Line feeds and tabs without an escape would be read as spaces.
        let escaped = try escaped(value).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
        text += " \(name)=\"\(escaped)\""
    }

    // MARK: Names and texts

    private func qualified(_ name: String, _ hints: XMLHints) throws(Failure) -> String {
        guard XMLNames.isName(name) else { throw Failure(reason: "\(name.quoted) is no name in XML") }
        // A prefix without its namespace would make the document invalid.
        guard let prefix = hints.prefix, hints.namespace != nil, XMLNames.isName(prefix) else { return name }
        return "\(prefix):\(name)"
    }

    private func escaped(_ text: String) throws(Failure) -> String {
        guard text.unicodeScalars.allSatisfy({ XMLNames.allows($0) }) else {
            throw Failure(reason: "XML lacks a character of \(text.quoted)")
        }
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("\r", with: "&#13;")
    }
}
