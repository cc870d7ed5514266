import HTTPMock

/// The credentials that requests to an operation need.
///
/// - SeeAlso: [OpenAPI 3.1](https://spec.openapis.org/oas/v3.1.0#security-requirement-object)
struct ContractSecurity: Sendable {
    /// A part of a request that shows who makes it.
    enum Credential: Hashable, Sendable {
        case header(String)
        case query(String)
        case cookie(String)
        /// The field `Authorization` with a scheme: `Bearer`.
        case authorization(String)
    }

    /// The alternatives, of which a request needs one; each is a list of credentials.
    let alternatives: [[Credential]]
    let pointer: DocumentLocation

    /// Reads the security requirements of an operation or a document.
    ///
    /// - Parameters:
    ///   - node: The value of `security`.
    ///   - document: The document, which has the schemes.
    /// - Returns: nil if a request may have no credentials.
    /// - Throws: ``SchemaError`` for a value of the wrong type.
    init?(_ node: DocumentNode, of document: DocumentNode) throws {
        pointer = node.pointer
        let schemes = document["components"]?["securitySchemes"]
        alternatives = try node.checkedElements().map { alternative in
            // A scheme that the document lacks can't be checked.
            try alternative.checkedMembers().compactMap { name, _ in
                try schemes?[name]?.resolved()
            }.compactMap { Credential($0) }
        }
        if alternatives.contains(where: \.isEmpty) || alternatives.isEmpty { return nil }
    }
}

extension ContractSecurity.Credential {
    /// Reads a security scheme; nil if nothing in a request shows it.
    ///
    /// - SeeAlso: [OpenAPI 3.1, Security Scheme Object](https://spec.openapis.org/oas/v3.1.0#security-scheme-object)
    fileprivate init?(_ scheme: DocumentNode) {
        let name = scheme.string("name") ?? ""
        switch (scheme.string("type"), scheme.string("in")) {
        case ("apiKey", "header"): self = .header(name)
        case ("apiKey", "query"): self = .query(name)
        case ("apiKey", "cookie"): self = .cookie(name)
        case ("http", _):
            let scheme = scheme.string("scheme") ?? ""
            self = .authorization(scheme.prefix(1).uppercased() + scheme.dropFirst())
        case ("oauth2", _), ("openIdConnect", _): self = .authorization("Bearer")
        default: return nil
        }
    }
}

extension ContractSecurity.Credential: CustomStringConvertible {
    /// The credential for messages: `header X-Key`, `Authorization: Bearer`.
    var description: String {
        switch self {
        case .header(let name): "header \(name)"
        case .query(let name): "query \(name)"
        case .cookie(let name): "cookie \(name)"
        case .authorization(let scheme): "Authorization: \(scheme)"
        }
    }
}
