extension JSONValue: CustomStringConvertible {
    /// The value as JSON text, its secrets masked as in a diagnosis.
    package var description: String { masked.text }

    /// The same value, without secrets: those a name marks, and those inside of strings.
    private var masked: JSONValue {
        switch self {
        case .string(let text):
            return .string(Redaction.text(ofValue: text))
        case .array(let elements):
            return .array(elements.map(\.masked))
        case .object(let members):
            let pairName = secretPairName
            let shown = members.map { key, value -> (String, JSONValue) in
                let isOfPair = pairName != nil && key.lowercased() == "value"
                let isSecret = isOfPair || Redaction.isSecretMember(key, value, among: members.keys)
                return (key, isSecret ? .string(Redaction.mask) : value.masked)
            }
            return .object(JSONObject(shown))
        case .null, .bool, .number:
            return self
        }
    }

    /// The secret name in a pair such as `{"name": "password", "value": …}`; nil in other values.
    package var secretPairName: String? {
        guard case .object(let members) = self, members.count > 1,
            members.keys.contains(where: { $0.lowercased() == "value" })
        else { return nil }
        let names = members.filter { ["name", "key"].contains($0.key.lowercased()) }
        return names.compactMap(\.value.string).sorted().first(where: Redaction.isSecret)
    }
}
