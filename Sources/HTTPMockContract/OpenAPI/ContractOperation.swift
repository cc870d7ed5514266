/// An operation of a document: a method of a path.
///
/// An operation describes its requests and responses.
struct ContractOperation: Sendable {
    /// The name that the document gives the operation; nil for none.
    let id: String?
    let method: String
    let path: String
    let pointer: DocumentLocation
    let parameters: [ContractParameter]
    let body: ContractBody?
    /// The credentials that a request needs; nil if it needs none.
    let security: ContractSecurity?
    /// The responses by their keys: `200`, `2XX`, `default`.
    let responses: [String: ContractResponse]

    /// The operation as in `GET /pets/{petId}`.
    var name: String { "\(method) \(path)" }

    /// Returns the documented response for a status.
    ///
    /// The exact status comes first, then the status range, then `default`.
    func response(for status: Int) -> ContractResponse? {
        responses["\(status)"] ?? responses["\(status / 100)XX"] ?? responses["\(status / 100)xx"]
            ?? responses["default"]
    }

    /// The keys of the responses, numbers first.
    var statusKeys: [String] {
        responses.keys.sorted { ($0 == "default" ? 1 : 0, $0) < ($1 == "default" ? 1 : 0, $1) }
    }
}
