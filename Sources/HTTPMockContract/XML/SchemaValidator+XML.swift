import HTTPMock

extension SchemaValidator {
    /// Returns the way in which a value of some schemas is written in XML.
    func xmlHints(of schemas: [Int]) -> XMLHints {
        var hints = XMLHints()
        for schema in shapes.reachable(from: schemas) {
            if let own = self.schemas[schema].xml { hints.add(own) }
        }
        return hints
    }

    /// Returns the name of the root element for a schema: that of its member `xml`, or else of the component.
    ///
    /// - Returns: nil for a schema that has no name in `xml` and is no component.
    func xmlRootName(of schema: Int) -> String? {
        if let name = xmlHints(of: [schema]).name { return name }
        let tokens = displayLocation(of: schema).pointer.tokens
        guard let section = tokens.dropLast().last, ["schemas", "definitions"].contains(section) else { return nil }
        return tokens.last
    }

    /// Returns whether an XML body of a schema has a structure, instead of being any text.
    func isXMLStructured(_ schema: Int) -> Bool {
        let shape = shapes.shape(of: [schema])
        guard let types = shape.types else { return !shape.memberNames.isEmpty }
        return types.contains(.object) || types.contains(.array)
    }

    /// Returns whether the schemas of a member name the type array, so that the member's elements may be repeated.
    func isXMLArray(_ schemas: [Int]) -> Bool {
        shapes.shape(of: schemas).types?.contains(.array) ?? false
    }

    /// Returns the name of an array's elements.
    ///
    /// The name is that of the first element's schema, or else of the element around them, or else of the member.
    ///
    /// - Parameters:
    ///   - schemas: The schemas of the array.
    ///   - memberName: The name of the member that is the array.
    func xmlItemName(of schemas: [Int], inMember memberName: String) -> String {
        if let own = xmlHints(of: shapes.shape(of: schemas).schemas(ofElement: 0)).name { return own }
        let hints = xmlHints(of: schemas)
        guard hints.isWrapped else { return memberName }
        return hints.name ?? memberName
    }
}
