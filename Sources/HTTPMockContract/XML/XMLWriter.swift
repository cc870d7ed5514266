import HTTPMock

/// Writes values as XML documents, in the way that the members `xml` of their schemas describe.
struct XMLWriter {
    /// The reason why a value can't be written.
    struct Failure: Error {
        let reason: String
    }

    private let validator: SchemaValidator
    private var text = #"<?xml version="1.0" encoding="UTF-8"?>"#
    /// The prefixes that the latest start tag declares; the default namespace has an empty prefix.
    private var declaredPrefixes: Set<String> = []

    private init(_ validator: SchemaValidator) {
        self.validator = validator
    }

    /// Returns a value as a document.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - schema: The number of its schema.
    ///   - validator: The schemas.
    /// - Throws: ``Failure`` for a text that is no name in XML, for a character that XML lacks, and for an object or
    ///   array as an attribute.
    static func text(
        of value: JSONValue, _ schema: Int, _ validator: SchemaValidator
    ) throws(Failure) -> String {
        var writer = XMLWriter(validator)
        try writer.write(value, [schema], named: validator.xmlRootName(of: schema) ?? "root")
        return writer.text
    }

    // MARK: Elements

    /// Writes an element; the name of the schemas, if they have one, replaces the member's name.
    private mutating func write(_ value: JSONValue, _ schemas: [Int], named memberName: String) throws(Failure) {
        let hints = validator.xmlHints(of: schemas)
        let name = try qualified(hints.name ?? memberName, hints)
        text += "<\(name)"
        declaredPrefixes = []
        if let namespace = hints.namespace { try declare(namespace, prefix(of: hints) ?? "") }
        if case .null = value {
            text += " xmlns:xsi=\"\(XMLNames.schemaInstanceNamespace)\" xsi:nil=\"true\"/>"
            return
        }
        if case .object(let members) = value { try addAttributes(members, schemas) }
        text += ">"
        switch value {
        case .object(let members): try writeMembers(members, schemas)
        case .array(let elements):
            let itemName = validator.xmlItemName(of: schemas, inMember: memberName)
            try writeItems(elements, schemas, named: itemName)
        default: text += try escaped(value.string ?? value.text)
        }
        text += "</\(name)>"
    }

    /// Writes the members of an object that are elements, and those that are the object's text.
    private mutating func writeMembers(_ members: JSONObject, _ schemas: [Int]) throws(Failure) {
        let shape = validator.shapes.shape(of: schemas)
        for (name, member) in members.sorted() {
            let memberSchemas = shape.schemas(ofMember: name) ?? []
            let hints = validator.xmlHints(of: memberSchemas)
            if hints.isAttribute { continue }
            if hints.isText {
                // A null member is no text.
                if member != .null { text += try escaped(member.string ?? member.text) }
                continue
            }
            if case .array(let elements) = member, !hints.isWrapped {
                let itemName = validator.xmlItemName(of: memberSchemas, inMember: name)
                try writeItems(elements, memberSchemas, named: itemName)
            } else {
                try write(member, memberSchemas, named: name)
            }
        }
    }

    /// Writes the elements of an array, without an element around them.
    private mutating func writeItems(
        _ elements: [JSONValue], _ schemas: [Int], named name: String
    ) throws(Failure) {
        let shape = validator.shapes.shape(of: schemas)
        for (index, element) in elements.enumerated() {
            try write(element, shape.schemas(ofElement: index), named: name)
        }
    }

    // MARK: Attributes

    /// Writes the members of an object that are attributes; a null member is no attribute.
    private mutating func addAttributes(_ members: JSONObject, _ schemas: [Int]) throws(Failure) {
        let shape = validator.shapes.shape(of: schemas)
        for (name, member) in members.sorted() {
            let hints = validator.xmlHints(of: shape.schemas(ofMember: name) ?? [])
            guard hints.isAttribute, member != .null else { continue }
            guard !member.isContainer else { throw Failure(reason: "the attribute \(name.quoted) is no text") }
            if let namespace = hints.namespace, let prefix = prefix(of: hints) { try declare(namespace, prefix) }
            try addAttribute(qualified(hints.name ?? name, hints), member.string ?? member.text)
        }
    }

    /// Declares a namespace in a start tag, unless the tag has declared the prefix.
    ///
    /// - Parameter prefix: The prefix; empty for the default namespace.
    private mutating func declare(_ namespace: String, _ prefix: String) throws(Failure) {
        guard declaredPrefixes.insert(prefix).inserted else { return }
        try addAttribute(prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)", namespace)
    }

    private mutating func addAttribute(_ name: String, _ value: String) throws(Failure) {
        text += " \(name)=\"\(try escaped(value, isInAttribute: true))\""
    }

    // MARK: Names and texts

    /// Returns a name with the prefix of its hints.
    private func qualified(_ name: String, _ hints: XMLHints) throws(Failure) -> String {
        guard XMLNames.isName(name) else { throw Failure(reason: "\(name.quoted) is no name in XML") }
        guard let prefix = prefix(of: hints) else { return name }
        return "\(prefix):\(name)"
    }

    /// Returns the prefix of hints; nil for a prefix that is no name in XML or has no namespace.
    private func prefix(of hints: XMLHints) -> String? {
        guard let prefix = hints.prefix, hints.namespace != nil, XMLNames.isName(prefix) else { return nil }
        return prefix
    }

    private func escaped(_ text: String, isInAttribute: Bool = false) throws(Failure) -> String {
        var escaped = ""
        // By scalar, because a combining mark or a line feed may form one character with the scalar before.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\r": escaped += "&#13;"
            // Line feeds and tabs without an escape would be read as spaces.
            case "\n" where isInAttribute: escaped += "&#10;"
            case "\t" where isInAttribute: escaped += "&#9;"
            default:
                guard XMLNames.allows(scalar) else {
                    throw Failure(reason: "XML lacks a character of \(text.quoted)")
                }
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
