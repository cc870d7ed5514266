import HTTPMock

/// A part that another module adds to the scope of a test, such as a cassette.
///
/// Created by the module's trait for each running test, and owned by the test's scope.
package protocol TestScopePart: Sendable {
    /// Prepares the instance of the test, before the test's code runs.
    func begin(in mock: HTTPMock)

    /// Waits for work whose results belong to the test.
    ///
    /// Called after the test's code, if the test has passed so far.
    func settle() async

    /// Ends the part, and returns its problems; warnings are printed, and the others fail the test.
    ///
    /// - Parameter hasFailed: Whether the test has failed so far.
    func end(hasFailed: Bool) -> [ExtensionProblem]
}
