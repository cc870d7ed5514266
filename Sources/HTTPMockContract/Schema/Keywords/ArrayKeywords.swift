import HTTPMock

/// `prefixItems`: the first elements of an array match schemas, each its own.
struct PrefixItemsKeyword: NamedKeyword {
    static let name = "prefixItems"
    static let vocabulary = Vocabulary.applicator

    let schemas: [Int]

    init?(_ schema: SchemaObject) throws {
        guard let schemas = try schema.schemas(Self.name) else { return nil }
        self.schemas = schemas
    }

    func document(in documentation: inout SchemaDocumentation) { documentation.prefixItems = schemas }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .array(let elements) = value else { return true }
        evaluation.evaluated?.insert(firstElements: schemas.count)
        var isValid = true
        for (index, (element, schema)) in zip(elements, schemas).enumerated() {
            if !evaluation.apply(schema, to: element, at: .element(index)) { isValid = false }
        }
        return isValid
    }
}

/// `items`: the elements of an array after those of `prefixItems` match a schema.
struct ItemsKeyword: NamedKeyword {
    static let name = "items"
    static let vocabulary = Vocabulary.applicator

    let schema: Int
    let start: Int

    init?(_ schema: SchemaObject) throws {
        guard let items = try schema.schema(Self.name) else { return nil }
        self.schema = items
        start = try schema.schemas(PrefixItemsKeyword.name)?.count ?? 0
    }

    func document(in documentation: inout SchemaDocumentation) { documentation.items.append(schema) }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .array(let elements) = value, elements.count > start else { return true }
        evaluation.evaluated?.insertAllElements()
        var isValid = true
        for index in start..<elements.count {
            if !evaluation.apply(schema, to: elements[index], at: .element(index)) {
                isValid = false
                if !evaluation.collects { break }
            }
        }
        return isValid
    }
}

/// `unevaluatedItems`: elements that no neighboring keyword has evaluated match a schema.
struct UnevaluatedItemsKeyword: NamedKeyword {
    static let name = "unevaluatedItems"
    static let vocabulary = Vocabulary.unevaluated

    let schema: Int

    init?(_ schema: SchemaObject) throws {
        guard let further = try schema.schema(Self.name) else { return nil }
        self.schema = further
    }

    func document(in documentation: inout SchemaDocumentation) { documentation.items.append(schema) }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .array(let elements) = value, let evaluated = evaluation.evaluated else { return true }
        var isValid = true
        for (index, element) in elements.enumerated() where !evaluated.contains(element: index) {
            if !evaluation.apply(schema, to: element, at: .element(index)) { isValid = false }
        }
        evaluation.evaluated?.insertAllElements()
        return isValid
    }
}

/// `contains`, with `minContains` and `maxContains`: some elements of an array match a schema.
struct ContainsKeyword: NamedKeyword {
    static let name = "contains"
    static let vocabulary = Vocabulary.applicator

    let schema: Int
    let minimum: Int
    private let maximum: Int?

    init?(_ schema: SchemaObject) throws {
        guard let element = try schema.schema(Self.name) else { return nil }
        self.schema = element
        let countsMatter = schema.dialect.has(.validation)
        minimum = countsMatter ? try schema.count("minContains") ?? 1 : 1
        maximum = countsMatter ? try schema.count("maxContains") : nil
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .array(let elements) = value else { return true }
        var count = 0
        let outer = evaluation.violations
        for (index, element) in elements.enumerated()
        where evaluation.apply(schema, to: element, at: .element(index)) {
            evaluation.evaluated?.insert(element: index)
            count += 1
        }
        // An element that does not match is no violation.
        evaluation.violations = outer
        if count < minimum {
            evaluation.report(Self.name, "expected at least \(minimum.counted("matching element")), got \(count)")
            return false
        }
        if let maximum, count > maximum {
            evaluation.report(Self.name, "expected at most \(maximum.counted("matching element")), got \(count)")
            return false
        }
        return true
    }
}

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
        var first: [ExactValue: Int] = [:]
        for (index, element) in elements.enumerated() {
            if let earlier = first.updateValue(index, forKey: ExactValue(element)) {
                evaluation.report(Self.name, "expected unique elements, but [\(earlier)] and [\(index)] are equal")
                return false
            }
        }
        return true
    }
}
