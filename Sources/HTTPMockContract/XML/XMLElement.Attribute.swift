extension XMLElement {
    /// An attribute of an element.
    struct Attribute {
        /// The name without its prefix.
        let name: String
        let hasPrefix: Bool
        let text: String
    }
}
