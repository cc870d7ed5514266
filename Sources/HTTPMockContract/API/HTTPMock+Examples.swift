import Foundation
import HTTPMock

extension HTTPMock {
    /// Registers the examples of a contract as responses.
    ///
    /// Each operation gets the first valid example of its lowest success status, or else of its lowest redirection, or
    /// else of `default` with 200. `example` counts, or else `examples` in the order of their names, and last the
    /// schema's own example. JSON comes before other media types. The responses are eternal and optional.
    ///
    /// An operation is not registered if its response has a body or a required header field without a valid example,
    /// unless `generating` makes one. A path with a query or a fragment is not registered, because a registered path
    /// can have neither. Of several operations with the same method whose paths differ only in the names of their
    /// parameters, the first with a usable example is registered.
    ///
    /// ```swift
    /// mock.registerExamples(from: contract, generating: true)
    /// ```
    ///
    /// - Parameters:
    ///   - contract: The contract.
    ///   - server: The URL before all paths, instead of each operation's first server. If neither names a host, the
    ///     default domain counts.
    ///   - generating: The way to make the examples that the document lacks, from its schemas.
    /// - Returns: The operations without a usable example, with the reasons. Without `generating`, these are only the
    ///   operations with a defect, with a response that has a defect, or with an example that breaks its schema.
    @discardableResult
    public func registerExamples(
        from contract: APIContract, server: String? = nil, generating: ExampleGeneration = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> [MissingExample] {
        var missing: [MissingExample] = []
        var registered: Set<ExactText> = []
        let results = contract.exampleResponses(generating)
        for number in results.indices {
            let operation = contract.operations[number]
            if operation.path.contains(where: { "?#".contains($0) }) { continue }
            let example: ExampleResponse
            switch results[number] {
            case .success(let found): example = found
            case .failure(let reason):
                let generates = generating != false
                if generates || reason.isFaultOfTheDocument {
                    missing.append(MissingExample(operation: operation.name, reason: reason.text))
                }
                continue
            }
            let usedServer = server.map { ContractServer(given: $0) } ?? contract.document.operationServers[number]
            let host = usedServer.hostAndPort
            // Paths that differ only in the names of their parameters match the same requests.
            let pathWithoutNames = operation.pathPattern.replacing(/{[^{}\/]*}/, with: "*")
            let address = "\(operation.method) \(host ?? "")\(usedServer.basePath)\(pathWithoutNames)"
            guard registered.insert(ExactText(address)).inserted else { continue }
            if example.isOfTheDocument, let body = example.body {
                contract.registeredExamples.withLock { _ = $0.insert(Data(body.text.utf8)) }
            }
            addResponses(
                forPath: usedServer.basePath + operation.pathPattern, host: host,
                method: HTTPMethod(rawValue: operation.method),
                responses: [example.response.optional()],
                fileID: fileID, filePath: filePath, line: line, column: column)
        }
        return missing
    }
}

extension APIContract {
    fileprivate typealias Example = Result<ExampleResponse, ExampleResponse.Missing>

    /// Returns an example of each operation's usual response, in order, or the reason why there is none.
    ///
    /// - Parameter generation: The way to make the examples that the document lacks; the smallest ones are kept.
    fileprivate func exampleResponses(_ generation: ExampleGeneration) -> [Example] {
        if generation == true, let made = smallestExamples.withLock({ $0 }) { return made }
        let examples = try? LargeStack.run { [self] in
            var maker = ExampleMaker(document, generation)
            return operations.indices.map { number in
                Example { () throws(ExampleResponse.Missing) in try maker.response(of: number) }
            }
        }
        if generation == true { smallestExamples.withLock { $0 = examples } }
        return examples ?? []
    }
}

extension ContractOperation {
    /// The path as a pattern.
    ///
    /// A star of the document is escaped, because it is no wildcard. A parameter becomes `*` if its name is empty or
    /// repeated, or has other characters than ASCII letters, digits, `_` and `-`, because patterns may refuse such a
    /// name.
    fileprivate var pathPattern: String {
        var known: Set<String> = []
        return path.replacing("*", with: "%2A").replacing(/{([^{}\/]*)}/) { match in
            let name = String(match.1)
            let isName = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_-".utf8.contains($0) }
            guard !name.isEmpty, isName, known.insert(name).inserted else { return "*" }
            return String(match.0)
        }
    }
}
