import Foundation
import HTTPMock

extension HTTPMock {
    /// Registers the examples of a contract as responses.
    ///
    /// Each operation gets an example of its lowest success status. `example` counts first, then the example in
    /// `examples` whose name comes first, then the schema's own example. The responses are eternal and optional. An
    /// operation without an example is not registered, unless its response has no body. A path with a query or a
    /// fragment is not registered either, because it describes another use of a path that the document has as well.
    ///
    /// - Parameters:
    ///   - contract: The contract.
    ///   - server: The URL before all paths, instead of the contract's first server; without either, the default domain.
    public func registerExamples(
        from contract: APIContract, server: String? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        for (number, operation) in contract.operations.enumerated() {
            guard !operation.path.contains(where: { "?#".contains($0) }), let response = operation.exampleResponse
            else { continue }
            let server = server.map { ContractServer(given: $0) } ?? contract.operationServers[number]
            let host = server.host.map { host in server.port.map { "\(host):\($0)" } ?? host }
            addResponses(
                forPath: server.basePath + operation.pathPattern, host: host,
                method: HTTPMethod(rawValue: operation.method),
                responses: [response.optional()], fileID: fileID, filePath: filePath, line: line, column: column)
        }
    }
}

extension ContractOperation {
    /// The path as a pattern.
    ///
    /// A parameter whose name patterns refuse, or that repeats, becomes `*`.
    fileprivate var pathPattern: String {
        var known: Set<String> = []
        return path.replacing(/{([^{}\/]*)}/) { match in
            let name = String(match.1)
            let isName = !name.isEmpty && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_-".utf8.contains($0) }
            return isName && known.insert(name).inserted ? String(match.0) : "*"
        }
    }

    /// The lowest success status's response with its first example; nil if there is none.
    var exampleResponse: MockResponse? {
        let statuses = responses.keys.compactMap { key -> (status: Int, key: String)? in
            let digits = key.uppercased().replacing("XX", with: "00")
            guard let status = Int(digits), (200..<300).contains(status) else { return nil }
            return (status, key)
        }
        guard let lowest = statuses.min(by: { $0 < $1 }), let response = responses[lowest.key] else { return nil }
        let status = MockResponse.Status(lowest.status)
        let headers = response.headers.reduce(into: [String: String]()) { fields, header in
            fields[header.name] = header.example.map(\.bodyText)
        }
        guard !response.content.mediaTypes.isEmpty else {
            return headers.reduce(.empty(status: status, lifetime: .eternal)) { $0.addingHeader($1.key, $1.value) }
        }
        // JSON comes first because tested clients read JSON.
        let mediaTypes = response.content.mediaTypes.sorted { $0.name.isJSON && !$1.name.isJSON }
        guard let mediaType = mediaTypes.first(where: { !$0.examples.isEmpty }), let example = mediaType.examples.first
        else { return nil }
        let name = mediaType.name.name(for: example)
        let contentType = mediaType.name.isRange ? name.fullText : mediaType.key
        let text = name.isJSON ? example.text : example.bodyText
        return .data(
            Data(text.utf8), status: status, lifetime: .eternal, headers: headers, contentType: contentType)
    }
}

extension MediaTypeName {
    /// The name itself, or a name in the range that suits a value.
    fileprivate func name(for value: JSONValue) -> MediaTypeName {
        guard isRange else { return self }
        let names = ["application/json", "text/plain", "application/octet-stream"].map { MediaTypeName($0) }
        let suitable = names.drop { value.string != nil && $0.isJSON }
        return suitable.first { matches($0) } ?? MediaTypeName(text.replacing("*", with: "example"))
    }
}

extension JSONValue {
    /// The value as text that is no JSON; a string has no quotes.
    fileprivate var bodyText: String { string ?? text }
}
