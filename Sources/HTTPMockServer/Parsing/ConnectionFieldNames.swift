import HTTPMock

/// The names of a message's fields that concern only its connection.
///
/// - SeeAlso: [RFC 9110 §7.6.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-7.6.1)
struct ConnectionFieldNames {
    /// The names that the message itself lists, in lower case.
    private let named: Set<String>
    /// The names that always count; the next connection has a `Host` and an `Expect` of its own.
    private static let known: Set<String> = [
        "host", "connection", "keep-alive", "proxy-connection", "proxy-authorization", "te", "trailer",
        "transfer-encoding", "upgrade", "expect",
    ]

    private static let knownLengths = Set(known.map(\.utf8.count))

    /// Collects the names that the `Connection` fields of a message list.
    ///
    /// - Parameter fields: All fields of the message.
    init(_ fields: [HeaderField]) {
        named = Set(
            fields.filter { $0.name.isEqualIgnoringCase(to: "Connection") }
                .flatMap(\.value.listElements).map { $0.lowercased() })
    }

    func contains(_ name: String) -> Bool {
        // By length first, because most fields are none of these; the names that the message lists have any length.
        guard !named.isEmpty || Self.knownLengths.contains(name.utf8.count) else { return false }
        let name = name.lowercased()
        return Self.known.contains(name) || named.contains(name)
    }
}
