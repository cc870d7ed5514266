import Testing

extension Issue {
    /// Whether the issue fails its test; false for warnings and for issues that `withKnownIssue` matches.
    ///
    /// Before Swift 6.3 always true, because such issues then look like failures.
    package var failsTest: Bool {
        #if compiler(>=6.3)
            isFailure
        #else
            true
        #endif
    }

    /// Whether `withKnownIssue` matches the issue, which would otherwise fail its test; false before Swift 6.3.
    var isKnownError: Bool {
        #if compiler(>=6.3)
            severity == .error && !isFailure
        #else
            false
        #endif
    }
}
