/// A running test, or one argument of it.
package struct KnownTest: Sendable {
    package let id: Int
    /// The name in messages, as in `the test "showsUser()"`.
    package let name: String
    /// Whether this is certainly the test that runs, because no other can run at the same time.
    package let isCertain: Bool

    package init(id: Int, name: String, isCertain: Bool) {
        self.id = id
        self.name = name
        self.isCertain = isCertain
    }
}
