extension SchemaValidator {
    /// Returns a schema's pointer for messages; for a mere reference, the pointer of its target.
    func displayName(of schema: Int) -> String {
        displayLocation(of: schema).pointer.description
    }

    /// Returns the location of a schema; for a mere reference, the location of its target.
    func displayLocation(of schema: Int) -> DocumentLocation {
        schemas[targetOfReference(schema)].location
    }

    /// Returns the target of a mere reference, a schema with no keyword but `$ref`; any other schema stays itself.
    ///
    /// A target that is a mere reference is followed too.
    func targetOfReference(_ schema: Int) -> Int {
        var schema = schema
        var seen: Set<Int> = []
        while seen.insert(schema).inserted, let reference = schemas[schema].keywords.first as? RefKeyword,
            schemas[schema].keywords.count == 1
        {
            schema = reference.target
        }
        return schema
    }
}
