extension SchemaVariants {
    /// The bodies with one change each, and the number of those left out.
    struct Result {
        var variants: [SchemaVariant] = []
        /// The number of allowed changes that were found beyond the limit.
        var omittedCount = 0
        /// False if more allowed changes may be beyond the limit.
        var isExact = true
    }
}
