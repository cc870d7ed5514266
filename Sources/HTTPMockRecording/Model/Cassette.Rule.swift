extension Cassette {
    /// A change to the parts of a request that count when entries are matched.
    ///
    /// Without a rule, method, scheme, host, port, path, query and body count.
    public struct Rule: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            case header(String)
            case anyHost
        }

        let kind: Kind

        /// The value of a header field counts as well, its name in any case.
        public static func header(_ name: String) -> Rule { Rule(kind: .header(name.lowercased())) }

        /// Scheme, host and port don't count.
        public static let anyHost = Rule(kind: .anyHost)
    }
}
