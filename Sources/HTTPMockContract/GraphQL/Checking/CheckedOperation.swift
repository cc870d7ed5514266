import HTTPMock

/// One operation of a request, a registration or a text, with its breaches of the contract.
struct CheckedOperation: Sendable {
    /// The document; nil if it is missing, or that of a persisted query which is not known.
    let document: PreparedDocument?
    /// The operation of the document; nil without a document, and if the document has no such operation.
    let operation: Syntax.Operation?
    /// The same operation in the client's file, whose document differs at most in its layout; nil if there is none.
    private let operationInFile: KnownOperations.Operation?
    /// The values of the variables; for a registration those that it expects.
    let variables: JSONObject
    /// True if ``variables`` has all variables; false for a registration, because its requests may have more.
    private let hasAllVariables: Bool
    /// The breaches of the contract.
    let issues: [GraphQLIssue]
    /// The note that a persisted query is not known, so it can't be checked; nil for other operations.
    let note: String?

    /// Checks an operation of a request.
    init(_ item: GraphQLRequest.Item, _ contract: GraphQLContract) {
        let persisted = contract.known.operation(persisted: item.persisted)
        guard let document = item.query.map({ contract.cache.document($0) }) ?? persisted?.document else {
            self.init(issues: item.issues, note: item.persisted.first.map { Self.note(aboutUnknown: $0) })
            return
        }
        self.init(
            document, name: item.operationName, variables: item.variables, further: item.issues, contract,
            isFromRequest: true)
    }

    /// Checks a text that is given to the contract itself.
    init(text: String, variables: JSONValue?, name: String?, _ contract: GraphQLContract) {
        let document = contract.cache.document(text)
        guard let values = variables?.members else {
            let issue = GraphQLIssue(
                rule: "VariableValues", message: "expected an object", path: [.member("variables")])
            self.init(document, name: name, variables: [:], further: [issue], contract, isFromRequest: false)
            return
        }
        self.init(document, name: name, variables: values, further: [], contract, isFromRequest: false)
    }

    /// Takes an operation of the client, with the variables that a registration expects.
    init(known: KnownOperations.Operation, variables: JSONObject) {
        document = known.document
        operation = try? known.document.operation(known.name)
        operationInFile = nil
        self.variables = variables
        hasAllVariables = false
        issues = []
        note = nil
    }

    private init(issues: [GraphQLIssue], note: String?) {
        document = nil
        operation = nil
        operationInFile = nil
        variables = [:]
        hasAllVariables = true
        self.issues = issues
        self.note = note
    }

    private init(
        _ document: PreparedDocument, name: String?, variables: JSONObject, further: [GraphQLIssue],
        _ contract: GraphQLContract, isFromRequest: Bool
    ) {
        self.document = document
        self.variables = variables
        hasAllVariables = true
        note = nil
        var issues = further
        var found: Syntax.Operation?
        // A document that can't be parsed has no operations: its syntax is reported, but no missing operation.
        if document.document != nil {
            do throws(OperationNameIssue) {
                found = try document.operation(name)
            } catch {
                issues.append(
                    GraphQLIssue(rule: "OperationName", message: error.reason, path: [.member("operationName")]))
            }
        }
        issues += document.issues
        // The types of variables are known only in a document without breaches.
        if let found, document.issues.isEmpty {
            issues += VariableValues.issues(of: variables, found, contract.types)
        }
        operation = found
        self.issues = issues
        if isFromRequest, let name = found?.name?.text {
            operationInFile = contract.known.operation(name, equalTo: document)
        } else {
            operationInFile = nil
        }
    }

    /// The document in which an answer's issues have their positions: that of the client's file, or else ``document``.
    var answeredDocument: PreparedDocument? { operationInFile?.document ?? document }

    /// The operation in ``answeredDocument``.
    var answeredOperation: Syntax.Operation? {
        guard let operationInFile else { return operation }
        return try? operationInFile.document.operation(operationInFile.name)
    }

    /// The shape of the answer.
    ///
    /// Nil without an operation, for a document that breaks a rule, and for an operation that is too large.
    var answeredShape: AnswerShape? {
        guard let operation = answeredOperation else { return nil }
        return answeredDocument?.shape(of: operation, variables, areComplete: hasAllVariables)
    }

    private static func note(aboutUnknown identifier: String) -> String {
        "the persisted query \(identifier.quoted) is not known"
    }

    /// The issues without undocumented names.
    var failures: [GraphQLIssue] { issues.filter { !$0.isUndocumented } }

    /// The kind and the name of the operation: `query Viewer`; only the kind of an operation without a name.
    var name: String? {
        guard let operation else { return nil }
        let kind = operation.kind.rawValue
        guard let name = operation.name?.text else { return kind }
        return "\(kind) \(name)"
    }

    /// True if the answer may be a stream: of a subscription, with `@defer` or `@stream`, or of an unknown document.
    var mayStream: Bool {
        guard let document else { return true }
        return operation?.kind == .subscription || document.usesStreaming
    }

    /// Returns the breaches of an answer.
    ///
    /// Its `data` is checked only if the operation is valid and gives no stream. An operation that is too large is an
    /// issue.
    ///
    /// - Parameters:
    ///   - value: The answer.
    ///   - path: The location of the answer, which is empty except in a batch.
    ///   - contract: The contract.
    /// - Returns: The breaches, with positions in ``answeredDocument``.
    func issues(ofAnswer value: JSONValue, at path: [PathStep], _ contract: GraphQLContract) -> [GraphQLIssue] {
        let envelope = ResponseEnvelope(value, at: path)
        guard let data = envelope.data, data.members != nil else { return envelope.issues }
        // Only a valid operation tells the form of its data, and parts of a stream have another form.
        guard failures.isEmpty, !mayStream, answeredOperation != nil, answeredDocument?.isUsable == true else {
            return envelope.issues
        }
        let path = path + [.member("data")]
        guard let shape = answeredShape else {
            let reason = "the operation has 20,000 or more selections, so the data is not checked"
            return envelope.issues + [GraphQLIssue(rule: GraphQLIssue.limit, message: reason, path: path)]
        }
        let found = AnswerChecker.issues(
            of: data, shape, contract.types, at: path, assertsScalars: contract.scalars == .asNamed)
        return envelope.issues + found
    }
}
