import HTTPMock

/// The names of a message's fields that concern only its connection.
///
/// - SeeAlso: [RFC 9110 §7.6.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-7.6.1)
struct ConnectionFieldNames {
    private let named: Set<String>
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
                .flatMap { $0.value.listElements.map { $0.lowercased() } })
    }

    func contains(_ name: String) -> Bool {
        // By length first, unless the message itself lists names, because most of its fields are none of these.
        guard !named.isEmpty || Self.knownLengths.contains(name.utf8.count) else { return false }
        let name = name.lowercased()
        return Self.known.contains(name) || named.contains(name)
    }
}
