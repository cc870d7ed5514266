extension SchemaVariants {
    /// The bodies with one change.
    struct Result {
        var variants: [SchemaVariant] = []
        /// The number of changes that were left out.
        var omittedCount = 0
        /// False if more changes may have been left out.
        var isExact = true
    }
}
