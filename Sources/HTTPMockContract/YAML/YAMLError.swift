/// The reason why a text can't be read as one document in YAML.
struct YAMLError: Error {
    let reason: String
    /// The number of bytes of the ``YAMLText`` before the error.
    let offset: Int
}
