/// The reason why a text is not a document in YAML.
struct YAMLError: Error {
    let reason: String
    /// The number of bytes before the error.
    let offset: Int
}
