@_documentation(visibility: internal)
extension UnmockedPolicy {
    /// Names the module of the policy.
    @available(*, unavailable, message: "Write import HTTPMockTesting, which has the policy .recordIssue")
    public static var recordIssue: UnmockedPolicy { .notFound }
}
