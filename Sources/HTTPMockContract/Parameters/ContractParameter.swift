import HTTPMock

/// A parameter of a request, or a header field of a response.
struct ContractParameter: Sendable {
    /// The part of a request that has the parameter.
    enum Place: String, Sendable {
        case path
        case query
        /// The query as a whole.
        case querystring
        case header
        case cookie
    }

    let name: String
    let place: Place
    let isRequired: Bool
    let style: ParameterStyle
    let isExploded: Bool
    /// Query parameters only: an empty value needs no other check.
    let allowsEmpty: Bool
    let schema: Int?
    /// True if the value is a JSON text, described under `content`.
    let isJSON: Bool
    let example: JSONValue?
    let pointer: DocumentLocation

    /// Returns whether an operation's parameter replaces a parameter of the operation's path.
    func overrides(_ other: ContractParameter) -> Bool {
        guard place == other.place else { return false }
        return place == .header ? name.lowercased() == other.name.lowercased() : name == other.name
    }
}
