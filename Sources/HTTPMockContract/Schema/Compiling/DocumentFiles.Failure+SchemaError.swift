extension DocumentFiles.Failure {
    /// Returns the error about a reference.
    func error(about reference: String, at location: DocumentLocation) -> SchemaError {
        SchemaError(
            location: location, reason: "the reference \(reference.quoted) \(reason)", fix: fix ?? SchemaError.usualFix,
            isFatal: isFatal)
    }
}
