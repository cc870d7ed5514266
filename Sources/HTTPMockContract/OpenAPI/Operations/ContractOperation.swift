/// An operation of a document: a method of a path, with its requests and responses.
struct ContractOperation: Sendable {
    /// The `operationId`; nil for none.
    let id: String?
    let method: String
    let path: String
    let pointer: DocumentLocation
    let parameters: [ContractParameter]
    /// False if a parameter or the operation has a defect, so that the list of parameters is incomplete.
    var knowsAllParameters = true
    /// The body of a request; nil if any is allowed.
    let body: ContractBody?
    /// The credentials that a request needs; nil if no credentials are checked.
    let security: ContractSecurity?
    /// The responses by their keys: `200`, `2XX`, `default`.
    let responses: [String: ContractResponse]
    /// False if the operation has a defect, so that nothing of it is checked.
    var isUsable = true

    /// Returns an operation with a defect.
    static func unusable(_ method: String, _ path: String, _ pointer: DocumentLocation) -> ContractOperation {
        ContractOperation(
            id: nil, method: method, path: path, pointer: pointer, parameters: [], knowsAllParameters: false, body: nil,
            security: nil, responses: [:], isUsable: false)
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

    /// The status that usually answers a request; nil if no response but errors is documented.
    ///
    /// The lowest success, or else the lowest redirection, or else 200 by `default`.
    var answer: Int? {
        let statuses = responses.keys.compactMap { Int(digits: $0.uppercased().replacing("XX", with: "00").utf8) }
        for range in [200..<300, 300..<400] {
            if let lowest = statuses.filter(range.contains).min() { return lowest }
        }
        guard responses["default"] != nil else { return nil }
        return 200
    }

    /// The documented statuses that refuse a request: those from 400 to 499, without `default`.
    var refusals: Set<Int> {
        var refusals: Set<Int> = []
        for key in responses.keys {
            if key.uppercased() == "4XX" { refusals.formUnion(400..<500) }
            if let status = Int(digits: key.utf8), (400..<500).contains(status) { refusals.insert(status) }
        }
        return refusals
    }

    /// The keys of the responses, sorted, with `default` at the end.
    var statusKeys: [String] {
        let statuses = responses.keys.filter { $0 != "default" }.sorted()
        guard responses["default"] != nil else { return statuses }
        return statuses + ["default"]
    }
}
