extension Cassette {
    /// A part of a request that doesn't count when entries are matched.
    public struct Part: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            case query, json, form, header
        }

        let kind: Kind
        let name: String

        /// All query items of a name.
        public static func query(_ name: String) -> Part { Part(kind: .query, name: name) }

        /// All members of a JSON body with a name, or the member at a path.
        ///
        /// A name matches members at any depth. A name with dots is a path from the root.
        ///
        /// - Parameter name: The name, as in `"nonce"`, or the path, as in `"meta.nonce"`; arrays add no name.
        public static func json(_ name: String) -> Part { Part(kind: .json, name: name) }

        /// All fields of a form, or parts of a multipart body, with a name.
        public static func form(_ name: String) -> Part { Part(kind: .form, name: name) }

        /// A header field, its name in any case.
        ///
        /// Overrides ``Rule/header(_:)``. A new recording keeps the field's old value.
        public static func header(_ name: String) -> Part { Part(kind: .header, name: name.lowercased()) }
    }
}

extension Cassette.Part: CustomStringConvertible {
    /// The part as it is written in Swift, as in `.query("t")`.
    public var description: String { ".\(kind)(\(name.debugDescription))" }
}
