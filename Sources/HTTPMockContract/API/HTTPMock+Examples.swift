import Foundation
import HTTPMock

extension HTTPMock {
    /// Registers the examples of a contract as responses.
    ///
    /// Each operation gets the first valid example of its lowest success status, or else of its lowest redirection, or
    /// else of `default` with 200. `example` counts, or else `examples` in the order of their names, and last the
    /// schema's own example. JSON comes before other media types. The responses are eternal and optional.
    ///
    /// An operation without an example is not registered, unless its response has no body, or `generating` makes an
    /// example. A path with a query or a fragment is not registered, because a registered path can have neither. Of two
    /// paths that differ only in the names of their parameters, the first is registered.
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
    ///   operations that have a defect or an example that breaks its schema.
    @discardableResult
    public func registerExamples(
        from contract: APIContract, server: String? = nil, generating: ExampleGeneration = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> [MissingExample] {
        var missing: [MissingExample] = []
        var registered: Set<ExactText> = []
        let examples = contract.exampleResponses(generating)
        for (number, (operation, example)) in zip(contract.operations, examples).enumerated() {
            if operation.path.contains(where: { "?#".contains($0) }) { continue }
            let response: MockResponse
            switch example {
            case .success(let example):
                response = example.response
                if example.isOfTheDocument, let body = example.body {
                    contract.registeredExamples.withLock { _ = $0.insert(Data(body.text.utf8)) }
                }
            case .failure(let reason):
                guard generating != false || reason.isFaultOfTheDocument else { continue }
                missing.append(MissingExample(operation: operation.name, reason: reason.text))
                continue
            }
            let usedServer = server.map { ContractServer(given: $0) } ?? contract.document.operationServers[number]
            let port = usedServer.port.map { ":\($0)" } ?? ""
            let host = usedServer.host.map { "\($0)\(port)" }
            // Paths that differ only in the names of their parameters match the same requests.
            let unnamed = operation.path.replacing(/{[^{}\/]*}/, with: "*")
            let address = "\(operation.method) \(host ?? "")\(usedServer.basePath)\(unnamed)"
            guard registered.insert(ExactText(address)).inserted else { continue }
            addResponses(
                forPath: usedServer.basePath + operation.pathPattern, host: host,
                method: HTTPMethod(rawValue: operation.method),
                responses: [response.optional()], fileID: fileID, filePath: filePath, line: line, column: column)
        }
        return missing
    }
}

extension APIContract {
    fileprivate typealias Example = Result<ExampleResponse, ExampleResponse.Missing>

    /// Returns an example of each operation's usual response, or the reason why there is none.
    ///
    /// - Parameter generation: The way to make the examples that the document lacks; the smallest ones are made once.
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
    /// A parameter becomes `*` if its name is empty or repeated, or has characters that patterns refuse.
    fileprivate var pathPattern: String {
        var known: Set<String> = []
        return path.replacing(/{([^{}\/]*)}/) { match in
            let name = String(match.1)
            let isName = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_-".utf8.contains($0) }
            guard !name.isEmpty, isName, known.insert(name).inserted else { return "*" }
            return String(match.0)
        }
    }
}
