/// The credentials that requests to an operation need.
///
/// - SeeAlso: [OpenAPI 3.1](https://spec.openapis.org/oas/v3.1.0#security-requirement-object)
struct ContractSecurity: Sendable {
    /// A part of a request that identifies the client.
    enum Credential: Hashable, Sendable {
        case header(String)
        case query(String)
        case cookie(String)
        /// The field `Authorization` with a scheme: `Bearer`.
        case authorization(String)
    }

    /// The alternatives; a request needs all credentials of one alternative.
    let alternatives: [[Credential]]
    let pointer: DocumentLocation

    /// Reads the security requirements of an operation or a document.
    ///
    /// A scheme that is missing, or for which a request can't be checked, is left out of its alternative.
    ///
    /// - Parameters:
    ///   - holder: The object with the member `security`.
    ///   - document: The document, which has the schemes.
    /// - Returns: nil without requirements, and if an alternative has no credentials left, so any request is valid.
    /// - Throws: ``SchemaError`` for requirements of the wrong type, and for a reference that can't be followed.
    init?(of holder: DocumentNode, in document: DocumentNode) throws {
        guard let node = holder["security"] else { return nil }
        pointer = node.pointer
        let components = try document["components"]?.resolved()
        let schemes = try (document["securityDefinitions"] ?? components?["securitySchemes"])?.resolvedAgainstTheRules()
        let isSwagger = document["swagger"] != nil
        let nameOfSchemes = isSwagger ? "securityDefinitions" : "components.securitySchemes"
        alternatives = try node.checkedElements().map { alternative in
            try alternative.checkedMembers().compactMap { name, requirement in
                // Since OpenAPI 3.2 the name may be a URI.
                guard let scheme = try schemes?[name]?.resolved() ?? requirement.linked(name) else {
                    requirement.report("\(nameOfSchemes) has no such scheme")
                    return nil
                }
                return Credential(scheme, isSwagger: isSwagger)
            }
        }
        if alternatives.contains(where: \.isEmpty) || alternatives.isEmpty { return nil }
    }
}

extension ContractSecurity.Credential {
    /// Reads a security scheme; nil if a request can't be checked for the scheme.
    ///
    /// Such a scheme is a defect of the document, unless no part of a request shows it, as with `mutualTLS`.
    ///
    /// - SeeAlso: [OpenAPI 3.1, Security Scheme Object](https://spec.openapis.org/oas/v3.1.0#security-scheme-object)
    fileprivate init?(_ scheme: DocumentNode, isSwagger: Bool) {
        switch scheme.string("type") {
        case "basic" where isSwagger: self = .authorization("Basic")
        case "apiKey":
            self.init(apiKey: scheme)
        case "http":
            guard let name = scheme.string("scheme") else {
                scheme.report("the type \"http\" needs \"scheme\"")
                return nil
            }
            self = .authorization(name.prefix(1).uppercased() + name.dropFirst())
        case "oauth2", "openIdConnect": self = .authorization("Bearer")
        case "mutualTLS": return nil
        case let type?:
            scheme["type"]?.report("the type \(type.quoted) is unknown")
            return nil
        case nil:
            scheme.report("the scheme has no \"type\"")
            return nil
        }
    }

    private init?(apiKey scheme: DocumentNode) {
        guard let name = scheme.string("name") else {
            scheme.report("an API key needs \"name\"")
            return nil
        }
        guard let place = scheme.string("in") else {
            scheme.report("an API key needs \"in\"")
            return nil
        }
        switch place {
        case "header": self = .header(name)
        case "query": self = .query(name)
        case "cookie": self = .cookie(name)
        default:
            scheme["in"]?.report("no API key is in \(place.quoted)")
            return nil
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
