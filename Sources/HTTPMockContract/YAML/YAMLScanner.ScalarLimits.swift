extension YAMLScanner {
    /// The limits of a scalar, with or without quotes.
    struct ScalarLimits {
        /// The fewest spaces before each further line.
        let indentation: Int
        /// True inside brackets and braces.
        let isFlow: Bool
    }
}
