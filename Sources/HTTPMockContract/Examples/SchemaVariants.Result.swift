extension SchemaVariants {
    /// The bodies with one change.
    struct Result {
        var variants: [SchemaVariant] = []
        /// The number of allowed changes beyond the limit.
        var omittedCount = 0
        /// False if more allowed changes may be beyond the limit.
        var isExact = true
    }
}
