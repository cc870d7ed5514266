import Foundation

/// The test that makes a request, as far as the test framework knows it.
package struct RequestingTest: Sendable {
    /// The name in messages, as in `the test "showsUser()"`.
    let name: String
    /// The identifier, which tests of the same name in different suites do not share.
    let id: String
    /// Whether the current task belongs to the test; otherwise it is only the test that runs now.
    let isCertain: Bool

    package init(name: String, id: String, isCertain: Bool) {
        self.name = name
        self.id = id
        self.isCertain = isCertain
    }
}
