import HTTPMock

/// Makes values that schemas allow.
///
/// The *smallest* value of some schemas is the one that the first choices lead to: usually with the required members
/// only, and with as few elements and characters as are allowed. Used on one thread with a large stack.
struct SchemaSampler {
    let validator: SchemaValidator
    let direction: ContractDirection
    private var choice = SampleChoice(seed: nil)
    /// The number of calls of ``choose(_:)`` so far for the requested value.
    private var steps = 0
    /// The schemas of the unfinished values, to notice a recursion: the outermost first, the current value last.
    private var active: [[Int]] = []
    /// The smallest values that were made, by their schemas.
    private var smallestValues: [[Int]: JSONValue] = [:]
    /// The number of the current value among values that have to differ; 0 for the smallest.
    private var variant = 0
    private var failure: Failure?

    /// Whether the current value is the smallest of its schemas, so that it is made only once.
    private var makesSmallest: Bool { !choice.isRandom && variant == 0 }

    /// The reason why no value was found, and the number of unfinished values at that time.
    private struct Failure {
        let depth: Int
        let reason: String
    }

    /// The most calls of ``choose(_:)`` for one requested value.
    private static let stepLimit = 20_000
    /// The depth up to which members, the number of elements, and branches of a union are chosen at random.
    private static let richDepth = 4
    /// The most elements of an array, and the largest `minProperties` for which enough names are tried.
    private static let countLimit = 1_000

    /// The result of making a value.
    enum Outcome: Sendable {
        case value(JSONValue)
        /// No value was found, for a reason.
        case none(String)
    }

    init(_ validator: SchemaValidator, direction: ContractDirection) {
        self.validator = validator
        self.direction = direction
    }

    /// Makes a value that a schema allows.
    ///
    /// - Parameters:
    ///   - schema: The number of the schema.
    ///   - seed: The seed of a random value; nil for the smallest one.
    /// - Returns: The value, which was checked; else the reason why none was found.
    mutating func sample(of schema: Int, seed: UInt64? = nil) -> Outcome {
        (choice, steps, failure) = (SampleChoice(seed: seed), 0, nil)
        if let value = value(of: [schema]) { return .value(value) }
        // The first choices may find a value where random choices find none.
        if seed != nil { return sample(of: schema) }
        return .none("\(failure?.reason ?? "no value was found") (\(validator.displayName(of: schema)))")
    }

    /// Makes a value that several schemas allow; nil if none is found.
    ///
    /// - Parameters:
    ///   - schemas: The numbers of the schemas.
    ///   - variant: The number of the value among values that differ; 0 for the smallest value.
    mutating func sample(of schemas: [Int], variant: Int) -> JSONValue? {
        (choice, steps, failure) = (SampleChoice(seed: nil), 0, nil)
        let outer = self.variant
        defer { self.variant = outer }
        self.variant = variant
        return value(of: schemas)
    }

    /// Makes a value that several schemas allow, or returns a given value without schemas; nil if none is found.
    mutating func sample(of schemas: [Int], variant: Int, orAny any: JSONValue) -> JSONValue? {
        if schemas.isEmpty { return any }
        return sample(of: schemas, variant: variant)
    }

    // MARK: Choices

    /// Makes a value that all of some schemas allow; nil if none is found.
    private mutating func value(of schemas: [Int]) -> JSONValue? {
        let key = schemas.map { validator.targetOfReference($0) }
        if makesSmallest, let known = smallestValues[key] { return known }
        guard !active.contains(key) else {
            return fail("the schema \(validator.schemas[key[0]].location) needs a value of itself")
        }
        active.append(key)
        defer { active.removeLast() }
        var constraints = SampleConstraints(schemas)
        for schema in schemas {
            guard constraints.add(schema, of: validator.schemas) else { return fail("no value is allowed", schema) }
        }
        let value = choose(constraints)
        if makesSmallest { smallestValues[key] = value }
        return value
    }

    /// Chooses branches and conditions, one at a time, then makes a value; nil if no choice leads to a value.
    private mutating func choose(_ constraints: SampleConstraints) -> JSONValue? {
        steps += 1
        guard steps <= Self.stepLimit else { return fail("the schema has too many branches") }
        var constraints = constraints
        if let union = constraints.unions.popLast() {
            for index in order(union.branches) {
                var chosen = constraints
                let branch = union.branches[index]
                if let (member, name) = union.discriminator?.value(ofBranch: index) {
                    chosen.branchNames[member] = name
                }
                guard chosen.add(branch, of: validator.schemas) else { continue }
                if let value = choose(chosen) { return value }
            }
            // A failure that was noted before says more.
            guard failure == nil else { return nil }
            return fail("no branch of a union was found")
        }
        if let condition = constraints.conditions.popLast() {
            let ifUnmet = [condition.alternative].compactMap(\.self)
            let ifMet = [condition.condition, condition.consequence].compactMap(\.self)
            for schemas in [ifUnmet, ifMet] {
                var chosen = constraints
                guard schemas.allSatisfy({ chosen.add($0, of: validator.schemas) }) else { continue }
                if let value = choose(chosen) { return value }
            }
            return nil
        }
        return make(constraints)
    }

    /// Returns the indexes of a union's branches, those with small values first, or at random.
    private mutating func order(_ branches: [Int]) -> [Int] {
        if choice.isRandom, active.count <= Self.richDepth { return choice.order(Array(branches.indices)) }
        let sizes = branches.map { estimatedSize(ofBranch: $0) }
        return branches.indices.sorted { (sizes[$0], $0) < (sizes[$1], $1) }
    }

    /// Returns a number by which branches are ordered: null comes late, a recursion comes later.
    private func estimatedSize(ofBranch branch: Int) -> Int {
        var constraints = SampleConstraints([branch])
        guard constraints.add(branch, of: validator.schemas) else { return .max }
        let isRecursive = active.contains([validator.targetOfReference(branch)])
        var size = constraints.required.count * 2 + constraints.unions.count
        if isRecursive { size += 1_000 }
        if constraints.types == [.null] { size += 100 }
        return size
    }

    /// Makes a value that `enum` or `const` lists, or else one of the first possible type.
    ///
    /// If there is a list, no type is tried, even if no value of the list is allowed.
    private mutating func make(_ constraints: SampleConstraints) -> JSONValue? {
        if let values = constraints.values {
            let ordered = choice.order(rotated(values))
            return ordered.first { isValid($0, constraints) } ?? fail("no value of an enumeration is allowed")
        }
        for type in constraints.candidateTypes {
            if let value = value(of: type, constraints) { return value }
        }
        guard failure == nil else { return nil }
        return fail("no value is allowed")
    }

    private mutating func value(of type: InstanceType, _ constraints: SampleConstraints) -> JSONValue? {
        switch type {
        case .null:
            guard isValid(.null, constraints) else { return nil }
            return .null
        case .boolean:
            let first = (choice.number(in: 0...1) + variant) % 2 == 1
            return [JSONValue.bool(first), .bool(!first)].first { isValid($0, constraints) }
        case .integer, .number:
            let candidates = NumberSample.candidates(
                constraints, variant: variant, isInteger: type == .integer, &choice)
            return candidates.first { isValid($0, constraints) } ?? fail("no number was found")
        case .string:
            let candidates = TextSample.candidates(constraints, variant: variant, &choice)
            if let text = candidates.first(where: { isValid($0, constraints) }) { return text }
            let pattern = constraints.patterns.first.map { " for the pattern \($0.shownSource)" } ?? ""
            return fail("no text was found\(pattern)")
        case .array:
            // Two branches of a union may both allow an empty array, so one more element is tried.
            for surplus in 0...1 {
                if let value = array(constraints, surplus: surplus, containsAtEnd: false) { return value }
                guard !constraints.contains.isEmpty else { continue }
                if let value = array(constraints, surplus: surplus, containsAtEnd: true) { return value }
            }
            return nil
        case .object:
            let isRich = choice.isRandom && active.count <= Self.richDepth
            let attempts: [Membership] = isRich ? [.some, .required, .all] : [.required, .all]
            for membership in attempts {
                if let value = object(constraints, membership) { return value }
            }
            return nil
        }
    }

    // MARK: Containers

    /// Makes an array.
    ///
    /// - Parameters:
    ///   - constraints: The keywords.
    ///   - surplus: The number of elements beyond the least number; a random array may have more.
    ///   - containsAtEnd: Whether the elements that `contains` wants are at the end, after those of `prefixItems`. Else
    ///     they are at the beginning.
    private mutating func array(
        _ constraints: SampleConstraints, surplus: Int, containsAtEnd: Bool
    ) -> JSONValue? {
        let contained = constraints.contains.map(\.minimum).max() ?? 0
        var least = max(constraints.count(.minItems) ?? 0, contained)
        guard least <= Self.countLimit else { return fail("the array needs \(least) elements") }
        if containsAtEnd { least = max(least, constraints.prefixCount + contained) }
        var count = least + surplus
        if active.count <= Self.richDepth {
            // Random arrays have up to two more elements.
            let limit = min(constraints.count(.maxItems) ?? .max, count + 2)
            count = choice.number(in: count...max(count, limit))
        }
        guard count <= Self.countLimit else { return fail("the array needs \(count) elements") }
        let outer = variant
        defer { variant = outer }
        var elements: [JSONValue] = []
        for index in 0..<count {
            if constraints.isUnique { variant = index }
            var containedIndex = index
            if containsAtEnd { containedIndex = count - 1 - index }
            let schemas = constraints.schemas(ofElement: index, containedAt: containedIndex)
            guard let element = value(of: schemas, orAny: .null) else { return nil }
            elements.append(element)
        }
        let array = JSONValue.array(elements)
        guard isValid(array, constraints) else { return fail("no array was found") }
        return array
    }

    /// The documented members that an object gets.
    private enum Membership {
        case required
        /// The required members, and each optional member by chance.
        case some
        case all
    }

    private mutating func object(_ constraints: SampleConstraints, _ membership: Membership) -> JSONValue? {
        var constraints = constraints
        var names = chosenNames(constraints, membership)
        guard addDependents(to: &names, &constraints) else { return nil }
        guard let members = members(names, constraints) else { return nil }
        let object = JSONValue.object(members)
        guard isValid(object, constraints) else { return fail("no object was found") }
        return object
    }

    /// Returns the names of an object's members; those that the presence of other members requires are added later.
    private mutating func chosenNames(_ constraints: SampleConstraints, _ membership: Membership) -> [String] {
        let documented = constraints.memberNames.filter { !isOfOtherDirection($0, constraints) }
        var names = constraints.required.filter { !isOfOtherDirection($0, constraints) }
        names += constraints.branchNames.sortedKeys.filter { !names.contains(exactly: $0) }
        for name in documented where !names.contains(exactly: name) {
            switch membership {
            case .required: break
            case .some: if choice.number(in: 0...1) == 1 { names.append(name) }
            case .all: names.append(name)
            }
        }
        let minimum = constraints.count(.minProperties) ?? 0
        names += documented.filter { !names.contains(exactly: $0) }.prefix(max(0, minimum - names.count))
        // Some of the tried names may be in the object already.
        let triedCount = min(minimum, Self.countLimit) + names.count
        for number in 0..<triedCount where names.count < minimum {
            let name = name(number, constraints)
            if !names.contains(exactly: name) { names.append(name) }
        }
        return names
    }

    /// Adds the names and schemas that the presence of other members requires.
    ///
    /// - Returns: False if no value is allowed.
    private mutating func addDependents(to names: inout [String], _ constraints: inout SampleConstraints) -> Bool {
        var index = 0
        while index < names.count {
            let name = names[index]
            let dependent = constraints.dependentNames.filter { $0.member.hasSameCodeUnits(as: name) }.flatMap(\.names)
            names += dependent.filter { !names.contains(exactly: $0) }
            for dependency in constraints.dependentSchemas where dependency.member.hasSameCodeUnits(as: name) {
                guard constraints.add(dependency.schema, of: validator.schemas) else {
                    noteFailure("no value is allowed", dependency.schema)
                    return false
                }
                names += constraints.required.filter { !names.contains(exactly: $0) }
            }
            index += 1
        }
        return true
    }

    /// Makes an object's members, without optional ones that have no value; nil if a required one has none.
    private mutating func members(_ names: [String], _ constraints: SampleConstraints) -> JSONObject? {
        var members: JSONObject = [:]
        for name in names {
            let schemas = constraints.schemas(ofMember: name)
            let isRequired = constraints.required.contains(exactly: name)
            if let branch = constraints.branchNames[name] {
                let text = JSONValue.string(branch)
                if schemas.allSatisfy({ validator.allows(text, $0, direction) }) {
                    members[name] = text
                    continue
                }
            }
            if let member = value(of: schemas, orAny: .object([:])) {
                members[name] = member
            } else if isRequired {
                return nil
            }
        }
        return members
    }

    private mutating func value(of schemas: [Int], orAny any: JSONValue) -> JSONValue? {
        if schemas.isEmpty { return any }
        return value(of: schemas)
    }

    /// Returns a name to try for a further member.
    private mutating func name(_ number: Int, _ constraints: SampleConstraints) -> String {
        guard !constraints.nameSchemas.isEmpty else { return "key\(number + 1)" }
        let outer = variant
        defer { variant = outer }
        variant = number
        var names = SampleConstraints(constraints.nameSchemas)
        // If no name is allowed, the check of the whole object finds that.
        for schema in constraints.nameSchemas { _ = names.add(schema, of: validator.schemas) }
        return make(names)?.string ?? "key\(number + 1)"
    }

    // MARK: Checks

    /// Returns whether a member is left out, because it is for the opposite direction only.
    func isOfOtherDirection(_ name: String, _ constraints: SampleConstraints) -> Bool {
        guard validator.shapes.hasDirections else { return false }
        return validator.shapes.reachable(from: constraints.schemas(ofMember: name)).contains { schema in
            validator.schemas[schema].isOptional(in: direction)
        }
    }

    private func isValid(_ value: JSONValue, _ constraints: SampleConstraints) -> Bool {
        constraints.roots.allSatisfy { validator.allows(value, $0, direction) }
    }

    /// Returns all values, beginning with the one of the current variant.
    private func rotated(_ values: [JSONValue]) -> [JSONValue] {
        guard !values.isEmpty else { return [] }
        let start = variant % values.count
        return Array(values[start...] + values[..<start])
    }

    /// Notes why no value was found, and returns nil.
    private mutating func fail(_ reason: String, _ schema: Int? = nil) -> JSONValue? {
        noteFailure(reason, schema)
        return nil
    }

    /// Notes why no value was found; the innermost reason counts, and of equally deep ones the last.
    ///
    /// - Parameters:
    ///   - reason: The reason, without the location.
    ///   - schema: The schema that is at fault; that of the current value unless given.
    private mutating func noteFailure(_ reason: String, _ schema: Int? = nil) {
        if let failure, active.count < failure.depth { return }
        let failing = schema ?? active.last?.first
        let location = failing.map { " at \(validator.displayName(of: $0))" } ?? ""
        failure = Failure(depth: active.count, reason: reason + location)
    }
}
