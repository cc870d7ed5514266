/// An operation of a document: a method of a path, with its requests and responses.
struct ContractOperation: Sendable {
    /// The name that the document gives the operation; nil for none.
    let id: String?
    let method: String
    let path: String
    let pointer: DocumentLocation
    let parameters: [ContractParameter]
    /// False if a parameter has a defect, so that the list of parameters is incomplete.
    var knowsAllParameters = true
    /// The body of a request; nil if any is allowed.
    let body: ContractBody?
    /// The credentials that a request needs; nil if it needs none.
    let security: ContractSecurity?
    /// The responses by their keys: `200`, `2XX`, `default`.
    let responses: [String: ContractResponse]
    /// False if the operation has a defect, so that nothing of it is checked.
    var isUsable = true

    /// Returns an operation with a defect.
    static func unusable(_ method: String, _ path: String, _ pointer: DocumentLocation) -> ContractOperation {
        ContractOperation(
            id: nil, method: method, path: path, pointer: pointer, parameters: [], body: nil, security: nil,
            responses: [:], isUsable: false)
    }

    /// The method and the path, as in `GET /pets/{petId}`.
    var name: String { "\(method) \(path)" }

    /// Returns the documented response for a status.
    ///
    /// The exact status comes first, then the status range, then `default`.
    func response(for status: Int) -> ContractResponse? {
        responses["\(status)"] ?? responses["\(status / 100)XX"] ?? responses["\(status / 100)xx"]
            ?? responses["default"]
    }

    /// The keys of the responses, sorted, with `default` at the end.
    var statusKeys: [String] {
        let statuses = responses.keys.filter { $0 != "default" }.sorted()
        guard responses["default"] != nil else { return statuses }
        return statuses + ["default"]
    }
}
