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

    /// Returns the name of the root element for a schema: that of `xml`, or of a component; nil without both.
    func xmlRootName(of schema: Int) -> String? {
        if let name = xmlHints(of: [schema]).name { return name }
        let tokens = displayPointer(of: schema).pointer.tokens
        guard tokens.count > 1, ["schemas", "definitions"].contains(tokens[tokens.count - 2]) else { return nil }
        return tokens.last
    }

    /// Returns whether an XML body of a schema has a structure, instead of being any text.
    func isXMLStructured(_ schema: Int) -> Bool {
        let shape = shapes.shape(of: [schema])
        guard let types = shape.types else { return !shape.memberNames.isEmpty }
        return types.contains(.object) || types.contains(.array)
    }

    /// Returns whether a member is an array, so its elements may be repeated.
    func isXMLArray(_ schemas: [Int]) -> Bool {
        shapes.shape(of: schemas).types?.contains(.array) ?? false
    }

    /// Returns the name of an array's elements.
    ///
    /// The name is that of the elements' schema, or else of the element around them, or else of the member.
    ///
    /// - Parameters:
    ///   - schemas: The schemas of the array.
    ///   - name: The name of the member that is the array.
    func xmlItemName(of schemas: [Int], in name: String) -> String {
        let hints = xmlHints(of: schemas)
        if let own = xmlHints(of: shapes.shape(of: schemas).schemas(ofElement: 0)).name { return own }
        guard hints.isWrapped else { return name }
        return hints.name ?? name
    }
}
