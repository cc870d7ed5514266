extension RecordedExchange {
    /// The problems of an exchange, each as one line.
    package struct Problems: Sendable {
        /// The breaches of the contract.
        package let violations: [String]
        /// The names that the contract does not document, the integers as IDs, and the notes about unchecked parts.
        package let warnings: [String]

        init(_ problems: [ContractProblem]) {
            violations = problems.filter { !$0.isWarning }.map(\.text)
            warnings = problems.filter(\.isWarning).map(\.text)
        }
    }
}
