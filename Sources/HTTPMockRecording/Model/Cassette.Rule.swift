import HTTPMock

extension Cassette {
    /// A change to the parts of a request that count when entries are matched.
    ///
    /// Without a rule, method, scheme, host, port, path, query and body count.
    public struct Rule: Sendable {
        enum Kind: Sendable {
            case header(String)
            case anyHost
            case custom(@Sendable (MockRequest, Entry) -> Bool)
        }

        let kind: Kind

        /// The value of a header field counts as well, its name in any case.
        public static func header(_ name: String) -> Rule { Rule(kind: .header(name.lowercased())) }

        /// Scheme, host and port don't count.
        public static let anyHost = Rule(kind: .anyHost)

        /// An entry matches only if a closure returns true, after all other rules.
        ///
        /// ```swift
        /// matching: [.custom { request, entry in request.header("X-Page") == "\(entry.number)" }]
        /// ```
        ///
        /// - Parameter matches: Called with a request and an entry that matches by the other rules.
        public static func custom(_ matches: @escaping @Sendable (_ request: MockRequest, _ entry: Entry) -> Bool)
            -> Rule
        {
            Rule(kind: .custom(matches))
        }
    }
}
