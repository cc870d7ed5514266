import HTTPMock

extension Cassette {
    /// A part that doesn't count when entries are matched, or when they are recorded again.
    public struct Part: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            case query, json, form, header, responseHeader, path
            case body, wholeQuery, queryOrder, scheme, port
        }

        let kind: Kind
        /// The name, the path of a JSON member, or the pattern of a path; empty for a kind without a name.
        let name: String

        /// Returns whether both are the same part; names are compared by code units.
        public static func == (one: Part, other: Part) -> Bool {
            one.kind == other.kind && one.name.hasSameCodeUnits(as: other.name)
        }

        init(kind: Kind, name: String = "") {
            self.kind = kind
            self.name = name
        }

        /// All query items of a name.
        public static func query(_ name: String) -> Part { Part(kind: .query, name: name) }

        /// All members of a JSON body with a name, or those at a path.
        ///
        /// A name matches members at any depth. A name with dots is a path from the root.
        ///
        /// - Parameter name: The name, as in `"nonce"`, or the path, as in `"meta.nonce"`; arrays add no name.
        public static func json(_ name: String) -> Part { Part(kind: .json, name: name) }

        /// All fields of a form, or parts of a multipart body, with a name.
        public static func form(_ name: String) -> Part { Part(kind: .form, name: name) }

        /// A header field of requests, its name in any case.
        ///
        /// Overrides ``Rule/header(_:)``. A new recording keeps the field's old value, unless the value has a secret.
        public static func header(_ name: String) -> Part { Part(kind: .header, name: name.lowercased()) }

        /// A header field of responses, its name in any case.
        ///
        /// A new recording keeps the field's old value, so that a request identifier changes no line of the file.
        public static func responseHeader(_ name: String) -> Part {
            Part(kind: .responseHeader, name: name.lowercased())
        }

        /// The parts of a path that the stars of a pattern match.
        ///
        /// - Parameter pattern: The path, as in `"/orders/*/items"`; `*` is any run of characters in one segment, `**`
        ///   any number of segments. After a trailing slash, there is an empty segment.
        public static func path(where pattern: String) -> Part { Part(kind: .path, name: pattern) }

        /// The whole body.
        public static let body = Part(kind: .body)

        /// The whole query.
        public static let query = Part(kind: .wholeQuery)

        /// The order of query items with equal names.
        public static let queryOrder = Part(kind: .queryOrder)

        /// The scheme; the default ports of http and https are then equal, too.
        public static let scheme = Part(kind: .scheme)

        /// The port.
        public static let port = Part(kind: .port)
    }
}

extension Cassette.Part: CustomStringConvertible {
    /// The part as it is written in Swift, as in `.query("t")`.
    public var description: String {
        switch kind {
        case .body, .queryOrder, .scheme, .port: ".\(kind)"
        case .wholeQuery: ".query"
        case .path: ".path(where: \(name.debugDescription))"
        case .query, .json, .form, .header, .responseHeader: ".\(kind)(\(name.debugDescription))"
        }
    }
}
