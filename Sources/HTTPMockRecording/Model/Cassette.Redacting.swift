import HTTPMock

extension Cassette {
    /// The rule for the values that are replaced before a cassette is written.
    ///
    /// The replacements are `REDACTED-1`, `REDACTED-2` and so on. Unless nothing is redacted, any other value with the
    /// shape of a secret is refused: a JWT, a private key, a webhook, and tokens of GitHub, AWS, OpenAI and many other
    /// services.
    public struct Redacting: Sendable {
        /// Whether secrets are replaced and refused; false for ``nothing``.
        let isOn: Bool
        /// The exceptions: as they were given, in lower case, and as checksums of values.
        private(set) var allowed: Set<String> = []
        /// The names in lower case whose values are replaced as well.
        private let names: Set<String>
        /// The closure of ``values(where:)``; nil without a closure.
        private let predicate: (@Sendable (_ name: String, _ value: String) -> Bool)?

        /// The values that the log masks too: tokens, passwords, cookies, credentials.
        public static let secrets = Redacting(isOn: true, names: [], predicate: nil)

        /// Replaces nothing, and refuses only values of secret environment variables.
        public static let nothing = Redacting(isOn: false, names: [], predicate: nil)

        /// Secrets, and the values of more names.
        ///
        /// - Parameter names: Names of header fields, query items, form fields and JSON members, in any case.
        public static func names(_ names: String...) -> Redacting {
            Redacting(isOn: true, names: Set(names.map { $0.lowercased() }), predicate: nil)
        }

        /// Secrets, and the values that a closure picks.
        ///
        /// - Parameter isSecret: Called with the name of a header field, query item, form field or JSON member and its
        ///   value; also when requests are matched.
        public static func values(
            where isSecret: @escaping @Sendable (_ name: String, _ value: String) -> Bool
        ) -> Redacting {
            Redacting(isOn: true, names: [], predicate: isSecret)
        }

        /// Secrets, with values and names that are no secrets although they look like some.
        ///
        /// - Parameter exceptions: The checksums of values, as in the error that refuses a value, or the values, or the
        ///   names of header fields, query items, form fields and JSON members, in any case.
        public static func allowing(_ exceptions: [String]) -> Redacting { secrets.allowing(exceptions) }

        /// The same rule, with values and names that are no secrets although they look like some.
        ///
        /// - Parameter exceptions: The checksums of values, as in the error that refuses a value, or the values, or the
        ///   names of header fields, query items, form fields and JSON members, in any case.
        public func allowing(_ exceptions: [String]) -> Redacting {
            var rule = self
            rule.allowed.formUnion(exceptions)
            rule.allowed.formUnion(exceptions.map { $0.lowercased() })
            rule.allowed.formUnion(exceptions.map(SecretShape.checksum))
            return rule
        }

        /// Secrets, the values of more names, and exceptions, as the options of the tool name them.
        package static func secrets(names: [String], allowing exceptions: [String]) -> Redacting {
            Redacting(isOn: true, names: Set(names.map { $0.lowercased() }), predicate: nil).allowing(exceptions)
        }

        /// Returns whether the user has allowed the name of a value.
        func allowsName(of place: NamedPlace) -> Bool {
            // The cookies of a field have names of their own.
            guard !allowed.isEmpty, place.kind != .cookieField, let name = place.names.last else { return false }
            return allowed.contains(name.lowercased())
        }

        /// Whether a closure of the user decides about values.
        var hasPredicate: Bool { predicate != nil }

        /// Returns the rule with the names that were redacted in a file.
        func adding(_ more: Set<String>) -> Redacting {
            guard !more.isEmpty else { return self }
            return Redacting(isOn: isOn, allowed: allowed, names: names.union(more), predicate: predicate)
        }

        /// Returns whether a name of the position is one of `.names(…)`, or was redacted in the file.
        func isNamedByUser(_ place: NamedPlace) -> Bool {
            !names.isEmpty && place.names.contains { names.contains($0.lowercased()) }
        }

        /// Returns whether a value is to be replaced.
        func isSecret(_ place: NamedPlace, _ value: String) -> Bool {
            switch place.kind {
            // The values inside are replaced instead, so that clients can still decode the container.
            case .jsonContainer, .cookieField: return false
            // What the text contains is not known.
            case .nesting: return isOn
            default: break
            }
            if value.isEmpty || allowed.contains(value) || allowsName(of: place) { return false }
            if isNamedByUser(place) { return true }
            guard isOn else { return false }
            if place.isAlwaysSecret { return true }
            if let name = place.names.last, Redaction.isSecret(name, at: place, value) { return true }
            // In a secret container, a number is a secret only by its own name.
            if place.kind != .jsonNumber, place.isInSecret { return true }
            // The closure is called for fields, items and members, and not for an assignment in any text.
            guard let predicate, let name = place.names.last, place.kind != .assignment else { return false }
            return predicate(name, value)
        }
    }
}
