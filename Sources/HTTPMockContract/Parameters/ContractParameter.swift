import Foundation
import HTTPMock

/// A parameter of a request, or a header field of a response.
struct ContractParameter: Sendable {
    /// The part of a request or response that has the parameter.
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
    /// Whether an empty value is always valid; for query parameters only.
    let allowsEmpty: Bool
    /// The number of the schema; nil for a parameter whose values are not checked.
    let schema: Int?
    /// True if the value is a JSON text, described under `content`.
    let isJSON: Bool
    /// The examples of the document, in the order of preference.
    let examples: [JSONValue]
    let pointer: DocumentLocation

    /// The beginning of a text in the parameter's style, for messages; `a value` for styles without a prefix.
    var beginning: String {
        switch style {
        case .label: "a dot"
        case .matrix where isExploded: "a semicolon"
        // All elements or members are after one name.
        case .matrix: ";\(name)="
        default: "a value"
        }
    }

    /// Returns an operation's parameters, and the parameters of its path that they do not replace.
    ///
    /// A path parameter that the path does not name is left out, because no request can have the parameter.
    static func merged(
        _ own: [ContractParameter], with shared: [ContractParameter], _ path: String
    ) -> [ContractParameter] {
        let inherited = shared.filter { parameter in !own.contains { $0.overrides(parameter) } }
        return (inherited + own).filter { $0.place != .path || path.contains("{\($0.name)}") }
    }

    /// Returns whether an operation's parameter replaces a parameter of the operation's path.
    private func overrides(_ other: ContractParameter) -> Bool {
        guard place == other.place else { return false }
        if place == .header { return name.lowercased() == other.name.lowercased() }
        return name.hasSameCodeUnits(as: other.name)
    }
}
