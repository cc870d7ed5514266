/// The GraphQL operation that a registration requires.
package struct GraphQLExpectation: Sendable {
    /// The operation's name.
    package let operation: String
    /// The variables that must be a given string, number, boolean or null; nil unless the condition expects an object.
    package let variables: JSONObject?
}

extension GraphQLExpectation {
    /// Creates the expectation of a condition; variables that are arrays, objects or patterns are left out.
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
