import HTTPMock

/// `uniqueItems`: no two elements of an array are equal.
struct UniqueItemsKeyword: NamedKeyword {
    static let name = "uniqueItems"

    init?(_ schema: SchemaObject) throws {
        guard case .bool(let isUnique)? = schema[Self.name] else {
            throw schema.error(Self.name, "expected true or false")
        }
        guard isUnique else { return nil }
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .array(let elements) = value else { return true }
        evaluation.spend(elements.count)
        var indexes: [JSONValue: Int] = [:]
        for (index, element) in elements.enumerated() {
            if let earlier = indexes.updateValue(index, forKey: element) {
                evaluation.report(Self.name, "expected unique elements, but [\(earlier)] and [\(index)] are equal")
                return false
            }
        }
        return true
    }
}
