import HTTPMock

/// A name in a document that OpenAPI does not know, near to a known name.
struct Misspelling {
    let pointer: JSONPointer
    private let name: String
    private let near: String

    fileprivate init(_ name: String, near: String, at pointer: JSONPointer) {
        self.name = name
        self.near = near
        self.pointer = pointer
    }

    /// Returns the note about the name.
    func note(in source: SourceDocument?) -> SchemaError {
        SchemaError(
            location: DocumentLocation(pointer, in: source),
            reason: "\(name.quoted) is unknown; did you mean \(near.quoted)?", severity: .note)
    }
}

extension JSONValue {
    /// The misspelled keywords of an OpenAPI document.
    var misspellings: [Misspelling] {
        var search = MisspellingSearch()
        guard search.containsAny(self, .keywords) else { return [] }
        search.collect(self, at: .root, .keywords)
        return search.found
    }
}

/// The search for misspelled keywords.
///
/// Names in maps such as `properties` and names in examples are the author's, so they are not searched.
private struct MisspellingSearch {
    /// The meaning of the names of an object's members.
    enum Names {
        /// The names are keywords.
        case keywords
        /// The names are keywords of a path, such as methods.
        case pathKeywords
        /// The names are the author's; the values are objects with keywords.
        case map
        /// The names are paths, expressions, or the author's names of path items.
        case mapOfPaths
        /// The names are the author's names of callbacks, each a map with expressions for names.
        case callbacks

        /// Returns the meaning of the names in a member; nil for a member that is not searched.
        func inside(_ name: String) -> Names? {
            switch self {
            case .map: return .keywords
            case .mapOfPaths: return .pathKeywords
            case .callbacks: return .mapOfPaths
            case .keywords, .pathKeywords: break
            }
            if Keywords.opaque.contains(name) || name.hasPrefix("x-") { return nil }
            switch name {
            case "callbacks": return .callbacks
            case "paths", "pathItems", "webhooks": return .mapOfPaths
            default: return Keywords.maps.contains(name) ? .map : .keywords
            }
        }

        /// The names that a misspelled name may stand for; none if the names are the author's.
        var candidates: [String] {
            switch self {
            case .map, .mapOfPaths, .callbacks: []
            case .keywords: Keywords.sortedWithoutMethods
            case .pathKeywords: Keywords.sorted
            }
        }
    }

    private(set) var found: [Misspelling] = []
    /// The keyword that each unknown name is near to, by the meaning of the name; nil for none.
    private var nearest: [Names: [String: String?]] = [:]

    /// Returns whether a value has a misspelled keyword, without the locations, which cost time.
    mutating func containsAny(_ value: JSONValue, _ names: Names) -> Bool {
        switch value {
        case .array(let elements):
            for element in elements where element.isContainer && containsAny(element, .keywords) { return true }
        case .object(let members):
            for (name, member) in members {
                guard let inside = names.inside(name) else { continue }
                if nearestKeyword(to: name, names) != nil { return true }
                if member.isContainer, containsAny(member, inside) { return true }
            }
        default: break
        }
        return false
    }

    /// Collects the misspelled keywords of a value.
    mutating func collect(_ value: JSONValue, at pointer: JSONPointer, _ names: Names) {
        switch value {
        case .array(let elements):
            for (index, element) in elements.enumerated() where element.isContainer {
                collect(element, at: pointer.appending(index), .keywords)
            }
        case .object(let members):
            for (name, member) in members {
                guard let inside = names.inside(name) else { continue }
                if let near = nearestKeyword(to: name, names) {
                    found.append(Misspelling(name, near: near, at: pointer.appending(name)))
                }
                if member.isContainer { collect(member, at: pointer.appending(name), inside) }
            }
        default: break
        }
    }

    /// Returns the keyword near an unknown name, by one edit for short names and by two for others.
    ///
    /// - Returns: nil for a known name, for a name of the author, and if no keyword is near.
    private mutating func nearestKeyword(to name: String, _ names: Names) -> String? {
        let candidates = names.candidates
        if candidates.isEmpty || Keywords.all.contains(name) { return nil }
        if let foundBefore = nearest[names]?[name] { return foundBefore }
        var near: String?
        // Shorter names are near to many keywords, and longer names to none. `X-` begins an extension, as `x-` does.
        if (3..<40).contains(name.unicodeScalars.count), !name.hasPrefix("X-") {
            near = EditDistance.nearest(to: name, among: candidates) { length in
                if length <= 5 { return 1 }
                return 2
            }
        }
        nearest[names, default: [:]][name] = .some(near)
        return near
    }
}

/// The names that the versions of OpenAPI and JSON Schema know.
private enum Keywords {
    static let sorted = all.sorted()

    /// The names without the methods, which only paths have.
    static let sortedWithoutMethods = sorted.filter { !methods.contains($0) }

    private static let methods: Set<String> = [
        "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
    ]

    static let all: Set<String> = maps.union(opaque).union([
        "openapi", "swagger", "info", "title", "version", "summary", "description", "termsOfService", "contact",
        "license", "name", "url", "email", "identifier", "jsonSchemaDialect", "$self", "servers", "tags", "kind",
        "parent", "externalDocs", "components", "host", "basePath", "schemes", "consumes", "produces",
        "operationId", "requestBody", "deprecated", "get", "put", "post", "delete", "options", "head", "patch", "trace",
        "query", "in", "required", "allowEmptyValue", "style", "explode", "allowReserved", "schema", "itemSchema",
        "collectionFormat", "contentType", "itemEncoding", "prefixEncoding", "operationRef", "server", "expression",
        "propertyName", "defaultMapping", "scheme", "bearerFormat", "flows", "openIdConnectUrl", "implicit", "password",
        "clientCredentials", "authorizationCode", "deviceAuthorization", "authorizationUrl", "tokenUrl", "refreshUrl",
        "deviceAuthorizationUrl", "oauth2MetadataUrl", "flow", "type", "namespace", "prefix", "attribute", "wrapped",
        "nodeType", "xml", "nullable", "discriminator", "readOnly", "writeOnly", "externalValue", "serializedValue",
        "$ref", "$id", "$schema", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "$comment",
        "$recursiveRef", "$recursiveAnchor", "id", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "items",
        "prefixItems", "contains", "additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties",
        "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern",
        "maxItems", "minItems", "uniqueItems", "maxContains", "minContains", "maxProperties", "minProperties", "format",
        "contentEncoding", "contentMediaType", "contentSchema", "additionalItems", "header", "body", "path",
    ])

    /// The members whose own members are named by the author.
    static let maps: Set<String> = [
        "paths", "webhooks", "schemas", "responses", "parameters", "requestBodies", "headers", "securitySchemes",
        "links",
        "callbacks", "pathItems", "mediaTypes", "content", "encoding", "variables", "definitions",
        "securityDefinitions", "properties", "patternProperties", "$defs", "dependentSchemas", "additionalOperations",
    ]

    /// The members whose values may have any names.
    static let opaque: Set<String> = [
        "example", "examples", "default", "enum", "const", "value", "dataValue", "security", "mapping", "scopes",
        "dependentRequired", "dependencies",
    ]
}
