import HTTPMock

/// The messages about a contract: about breaches, about its defects, and that it applied to nothing.
enum ContractReport {
    /// The origin of a request or response that breaks a contract.
    enum Origin {
        case request
        /// A response that was registered at a source location.
        case registration(CallSite)
        /// A response without a source location: the name of a recording's entry, or of a contract's example.
        case recording(String)

        init(_ registration: MockRegistration) {
            self = registration.location.map(Self.registration) ?? .recording(registration.route)
        }

        /// The source location of the registration; nil for a request and a recording.
        var location: CallSite? {
            guard case .registration(let location) = self else { return nil }
            return location
        }
    }

    /// The kinds of problems; a message has problems of one kind.
    enum Verdict: CaseIterable {
        /// A breach, which fails the test.
        case breaking
        /// Names that the contract does not document, as a warning.
        case undocumented
        /// Integers as GraphQL IDs, as a warning.
        case integerIDs
        /// Something that is not checked, as a warning.
        case unchecked

        init(_ problem: ContractProblem) {
            if !problem.isWarning {
                self = .breaking
            } else if problem.isUnchecked {
                self = .unchecked
            } else if problem.isIntegerID {
                self = .integerIDs
            } else {
                self = .undocumented
            }
        }

        fileprivate var text: String {
            switch self {
            case .breaking: "breaks the contract"
            case .undocumented: "has names that the contract does not document"
            case .integerIDs: "has integers as IDs"
            case .unchecked: "is not checked"
            }
        }
    }

    /// Returns the message about the problems of one request or response.
    ///
    /// - Parameters:
    ///   - problems: The problems, all of one kind; at most ten are listed, misspelled names first.
    ///   - subject: The request or response: `request 3`.
    ///   - origin: The origin of the request or response.
    ///   - verdict: The kind of the problems.
    ///   - toolAdvice: The advice of a tool by the advice that it replaces; empty for a test.
    static func text(
        of problems: [ContractProblem], in subject: String, from origin: Origin, _ verdict: Verdict,
        toolAdvice: [SwiftAdvice: String] = [:]
    ) -> String {
        var lines = ["HTTPMock: \(subject) \(verdict.text)"]
        // Misspelled names come first, because the end of the list may be cut off.
        let sortedProblems = problems.filter(\.isNearMiss) + problems.filter { !$0.isNearMiss }
        lines += sortedProblems.prefix(ContractChecker.listLimit).map { "  \($0.text)" }
        if problems.count > ContractChecker.listLimit {
            var rest = "\(problems.count - ContractChecker.listLimit) more"
            // The check of one value stops at this number, so the value may have more violations.
            if problems.count >= Evaluation.violationLimit { rest = "at least \(rest)" }
            lines.append("  and \(rest)")
        }
        switch origin {
        case .request: break
        case .registration(let location): lines.append("  registered at \(location)")
        case .recording(let entry): lines.append("  played from \(entry)")
        }
        lines.append("  To fix this, \(fix(origin, verdict).fix(replacedBy: toolAdvice)).")
        return lines.joined(separator: "\n")
    }

    /// The most defects that a message lists.
    private static let defectLimit = 3

    /// Returns the message about the defects of a document; at most three are listed.
    ///
    /// - Parameters:
    ///   - defects: The defects.
    ///   - strictLoading: The Swift source of the initializer that throws for such a document.
    static func text(of defects: [ContractDefect], strictLoading: String) -> String {
        var lines = [
            "HTTPMock: the contract has \(defects.count.counted("defect")); what has a defect is not checked"
        ]
        lines += defects.prefix(defectLimit).map { "  \($0)" }
        if defects.count > defectLimit {
            lines.append("  and \(defects.count - defectLimit) more, which contract.defects lists")
        }
        lines.append("  To fix this, correct the document, or refuse it: \(strictLoading).")
        return lines.joined(separator: "\n")
    }

    /// Returns the message about a contract that applied to nothing in a test.
    ///
    /// - Parameters:
    ///   - checker: The checker of the contract.
    ///   - hosts: Up to ten hosts of the test's requests and registrations, each with its port if that is unusual.
    static func unused(_ checker: ContractChecker, hosts: [String]) -> String {
        let given = checker.server.map { [$0.description] }
        let servers = given ?? serverURLs(of: checker.document)
        var listedServers = list(servers.prefix(ContractChecker.listLimit), orNone: "any")
        if servers.count > ContractChecker.listLimit {
            listedServers += ", and \(servers.count - ContractChecker.listLimit) more"
        }
        return """
            HTTPMock: nothing was checked against the contract "\(checker.document.title)", because it applies to no \
            request and no response of the test
              the contract's servers: \(listedServers)
              the hosts of the test: \(list(hosts, orNone: "none"))
              To fix this, \(fix(ofUnused: checker, hosts)).
            """
    }

    /// Returns the message about a contract that applied to nothing, because the paths that a test used have defects.
    ///
    /// - Parameters:
    ///   - contract: The contract.
    ///   - paths: The contract's paths with a defect that the test used.
    static func unused(_ contract: APIContract, unusablePaths paths: [String]) -> String {
        let pointers = paths.map { contract.root.appending("paths").appending($0).text }
        let defects = contract.seriousDefects.filter { defect in
            pointers.contains { defect.pointer == $0 || defect.pointer.hasPrefix("\($0)/") }
        }
        let noun = paths.count == 1 ? "the path \(paths.listed) has a defect" : "the paths \(paths.listed) have defects"
        var lines = [
            "HTTPMock: nothing was checked against the contract \"\(contract.document.title)\", because \(noun)"
        ]
        lines += defects.prefix(defectLimit).map { "  \($0)" }
        lines.append("  To fix this, correct the document, or write check(against: contract, optional: true).")
        return lines.joined(separator: "\n")
    }

    /// Returns the servers of a document, its paths and its operations, each once; none if an operation has any host.
    private static func serverURLs(of document: LoadedDocument) -> [String] {
        let operations = document.entries.filter { $0.operation != nil }
        let isForAnyHost = operations.contains { $0.servers.isEmpty && document.servers.isEmpty }
        if isForAnyHost { return [] }
        var known: Set<String> = []
        let servers = document.servers + document.entries.flatMap(\.servers)
        return servers.map(\.url).filter { known.insert($0).inserted }
    }

    private static func list(_ texts: some Collection<String>, orNone none: String) -> String {
        if texts.isEmpty { return none }
        return texts.joined(separator: ", ")
    }

    private static func fix(ofUnused checker: ContractChecker, _ hosts: [String]) -> String {
        guard let host = hosts.first else {
            return "make the code under test call the service, or write check(against: contract, optional: true)"
        }
        var basePath = checker.servers.first?.basePath ?? ""
        // A given server may lack the base path by mistake, so the document's base path is the second choice.
        if basePath.isEmpty, let documented = checker.document.servers.first?.defaultServer {
            basePath = documented.basePath
        }
        let server = "https://\(host)\(basePath)"
        return "if that is the service, give its server: check(against: contract, server: \"\(server)\"). "
            + "If not every test calls the service, write check(against: contract, optional: true)"
    }

    private static func fix(_ origin: Origin, _ verdict: Verdict) -> SwiftAdvice {
        switch (verdict, origin) {
        case (.breaking, .registration):
            SwiftAdvice(fix: "correct the response, or mark it .offContract() if it breaks the contract on purpose")
        case (.breaking, .recording): SwiftAdvice(fix: "record the response again, or correct the contract")
        case (.breaking, .request):
            SwiftAdvice(fix: "correct the code that makes the request, because the service would refuse it")
        case (.undocumented, .recording): .undocumentedNamesOfRecording
        case (.undocumented, _): .undocumentedNames
        case (.integerIDs, _): .integerIDs
        case (.unchecked, .registration):
            SwiftAdvice(fix: "answer with JSON, or mark the response .offContract() if it is not to be checked")
        case (.unchecked, .recording): SwiftAdvice(fix: "record an answer of JSON")
        case (.unchecked, .request): .uncheckedOperation
        }
    }
}

extension SwiftAdvice {
    package static let undocumentedNames = SwiftAdvice(
        fix: "correct the names, or choose undocumentedProperties: .fail or .allow")
    package static let undocumentedNamesOfRecording = SwiftAdvice(
        fix: "document the names in the contract, or choose undocumentedProperties: .fail or .allow")
    package static let integerIDs = SwiftAdvice(
        fix: "write the IDs as strings, or choose undocumentedProperties: .fail or .allow")
    package static let uncheckedOperation = SwiftAdvice(
        fix: "give the client's operations: GraphQLContract(contentsOf: url, operations: folder)")
}
