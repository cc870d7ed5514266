/// The GraphQL operation that a registration requires.
package struct GraphQLExpectation: Sendable {
    /// The operation's name.
    package let operation: String
    /// The members of the variables that have one value; nil unless an object is given.
    package let variables: JSONObject?
}

extension GraphQLExpectation {
    /// Creates the expectation of a condition; members that may have several values are left out.
    init(_ operation: String, _ variables: JSONExpectation) {
        self.operation = operation
        guard case .object(let members) = variables else {
            self.variables = nil
            return
        }
        self.variables = JSONObject(
            members.compactMap { name, member in
                if case .scalar(let value) = member { (name.text, value) } else { nil }
            })
    }
}
