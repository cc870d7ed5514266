import HTTPMock

/// Makes the bodies that a schema allows, each with one change of a given body.
///
/// Finds the locations of the body, those near its root first, and the changes of each location. A change is checked
/// against the whole schema when its turn comes. Used on one thread with a large stack.
struct SchemaVariants {
    /// Returns the body with another value in one location; nil removes the location.
    private typealias Embedding = (JSONValue?) -> JSONValue

    /// A location of the body, or of a member that the body lacks.
    private struct Location {
        let value: JSONValue
        let path: [PathStep]
        let schemas: [Int]
        /// The schemas of the locations that were followed up to this one, by which a recursion is noticed.
        let ancestors: Set<[Int]>
        /// Whether the value was made, because the body has another value or none in the location.
        let isMade: Bool
        /// Whether changes of the location come after those of what the body has.
        var isChangedLater = false
        let embed: Embedding
    }

    /// A change that is not checked yet.
    private struct Candidate {
        let location: Location
        let change: String
        let kind: SchemaVariant.Kind
        /// The new value; nil if the location is removed.
        let value: JSONValue?
        /// The number of earlier changes of the same member.
        let occurrence: Int
    }

    private let validator: SchemaValidator
    private let root: Int
    private var sampler: SchemaSampler
    private var locations: [Location] = []
    private var candidates: [Candidate] = []
    /// The number of changes of each member, by its path without indexes.
    private var occurrences: [String: Int] = [:]
    /// The number of locations whose changes were collected, which are the first ones.
    private var collectedCount = 0

    /// The most locations whose changes are collected.
    private static let locationLimit = 2_000
    /// The most changes that are tried beyond the limit of the bodies, only to be counted.
    private static let countLimit = 2_000

    init(_ validator: SchemaValidator, schema: Int) {
        self.validator = validator
        root = schema
        sampler = SchemaSampler(validator, direction: .response)
    }

    /// Returns the bodies with one change, in the same order on every machine.
    ///
    /// Up to half of the limit, changes of what the body has come first. All other changes follow. In both groups, the
    /// first changes of all members come before the second ones, and among these the members near the root come first.
    ///
    /// - Parameters:
    ///   - body: The body, which the schema allows.
    ///   - limit: The most bodies.
    mutating func variants(of body: JSONValue, limit: Int) -> Result {
        // The whole body is never removed.
        let replaceBody: Embedding = { $0 ?? .null }
        locations = [
            Location(value: body, path: [], schemas: [root], ancestors: [], isMade: false, embed: replaceBody)
        ]
        (candidates, occurrences, collectedCount) = ([], [:], 0)
        // Deep schemas have many more members than the limit, and making their values is slow. So only the members that
        // are usually enough are collected first, and all others if too many of the changes were not allowed.
        collectLocations(untilChanged: max(limit + limit / 2, 300))
        var result = allowed(of: body, limit: limit)
        if result.variants.count < limit, mayCollectMore {
            collectLocations(untilChanged: .max)
            result = allowed(of: body, limit: limit)
        }
        if collectedCount < locations.count { result.isExact = false }
        return result
    }

    private var mayCollectMore: Bool { collectedCount < min(locations.count, Self.locationLimit) }

    /// Collects the changes of further locations, until a number of members have changes.
    private mutating func collectLocations(untilChanged memberCount: Int) {
        while mayCollectMore, occurrences.count < memberCount {
            collect(locations[collectedCount])
            collectedCount += 1
        }
    }

    /// Returns the bodies that the schema allows, and the number of those left out.
    private func allowed(of body: JSONValue, limit: Int) -> Result {
        var known: Set<JSONValue> = [body]
        // A set that grows hashes all its values again, and here each value is a whole body.
        known.reserveCapacity(candidates.count + 1)
        var names: Set<ExactText> = []
        var result = Result()
        var triesBeyondLimit = 0
        for candidate in ordered(limit: limit) {
            if result.variants.count == limit { triesBeyondLimit += 1 }
            guard triesBeyondLimit <= Self.countLimit else {
                result.isExact = false
                return result
            }
            let changed = candidate.location.embed(candidate.value)
            guard known.insert(changed).inserted else { continue }
            guard validator.allows(changed, root, .response) else { continue }
            // A variant is chosen by its name, so each name is used once.
            let name = "\(candidate.location.path.text(after: "")) \(candidate.change)"
            guard names.insert(ExactText(name)).inserted else { continue }
            guard result.variants.count < limit else {
                result.omittedCount += 1
                continue
            }
            let schema = validator.schemas[candidate.location.schemas.first ?? root].location
            result.variants.append(
                SchemaVariant(
                    path: candidate.location.path, change: candidate.change, kind: candidate.kind, schema: schema,
                    body: changed))
        }
        return result
    }

    /// Returns the changes in the order in which they are tried.
    private func ordered(limit: Int) -> [Candidate] {
        let all = candidates.enumerated().sorted { left, right in
            (left.element.occurrence, left.element.location.path.count, left.offset)
                < (right.element.occurrence, right.element.location.path.count, right.offset)
        }.map(\.element)
        var preferred: [Candidate] = []
        var others: [Candidate] = []
        for candidate in all {
            let isPreferred = !candidate.location.isChangedLater && preferred.count < limit / 2
            if isPreferred { preferred.append(candidate) } else { others.append(candidate) }
        }
        return preferred + others
    }

    // MARK: Locations

    /// Adds the changes of a location, and the locations in it.
    private mutating func collect(_ location: Location) {
        var constraints = SampleConstraints(location.schemas)
        for schema in location.schemas {
            guard constraints.add(schema, of: validator.schemas) else { return }
        }
        decideBranches(of: location, &constraints)
        if constraints.admitsNull { add(.null, "null", .nullable, at: location) }
        if let values = constraints.values {
            for value in values where value != location.value {
                addNullOr(value, value.shortText, .value, at: location)
            }
            return
        }
        if location.value != .null { addOtherTypes(at: location, constraints) }
        switch location.value {
        case .null: replaceNull(at: location)
        case .bool(let value): add(.bool(!value), "\(!value)", .boolean, at: location)
        case .number: addNumbers(at: location, constraints)
        case .string: addTexts(at: location, constraints)
        case .array(let elements): collect(elements, of: location, constraints)
        case .object(let members): collect(members, of: location, constraints)
        }
    }

    /// Adds a value instead of null, and the value's location, whose changes count as those of what the body has.
    private mutating func replaceNull(at location: Location) {
        guard let value = sampler.sample(of: location.schemas, variant: 0), value != .null else { return }
        add(value, "not null", .nullable, at: location)
        locations.append(
            Location(
                value: value, path: location.path, schemas: location.schemas, ancestors: location.ancestors,
                isMade: true, embed: location.embed))
    }

    /// Follows the branches that the value matches, and adds a change for each other branch.
    private mutating func decideBranches(of location: Location, _ constraints: inout SampleConstraints) {
        while true {
            if let condition = constraints.conditions.popLast() {
                decide(condition, of: location, &constraints)
            } else if let union = constraints.unions.popLast() {
                decide(union, of: location, &constraints)
            } else {
                return
            }
        }
    }

    private func decide(_ condition: IfKeyword, of location: Location, _ constraints: inout SampleConstraints) {
        var schemas = [condition.alternative]
        if validator.allows(location.value, condition.condition, .response) {
            schemas = [condition.condition, condition.consequence]
        }
        // The value matches these schemas, so the result of `add` is not needed.
        for schema in schemas.compactMap(\.self) { _ = constraints.add(schema, of: validator.schemas) }
    }

    private mutating func decide(
        _ union: SampleConstraints.Union, of location: Location, _ constraints: inout SampleConstraints
    ) {
        var hasMatch = false
        for (index, branch) in union.branches.enumerated() {
            guard validator.allows(location.value, branch, .response) else {
                addBranch(index, of: union, at: location)
                continue
            }
            // Of several branches that the value matches, the first one describes the value.
            if !hasMatch { _ = constraints.add(branch, of: validator.schemas) }
            hasMatch = true
        }
    }

    /// Adds a change to another branch, and the location of the changed value.
    private mutating func addBranch(_ index: Int, of union: SampleConstraints.Union, at location: Location) {
        let schemas = location.schemas + [union.branches[index]]
        guard var value = sampler.sample(of: schemas, variant: 0) else { return }
        if case .object(var members) = value, let (member, text) = union.discriminator?.value(ofBranch: index) {
            members[member] = .string(text)
            value = .object(members)
        }
        var name = validator.displayLocation(of: union.branches[index]).pointer.tokens.last ?? ""
        // The pointer of a branch without a name ends in an index, instead of which the branches are counted from 1.
        if Int(name) != nil { name = "\(index + 1)" }
        addNullOr(value, "branch \(name)", .branch, at: location)
        guard value != .null else { return }
        follow(value, location.path, schemas, from: location, isMade: true, location.embed)
    }

    private mutating func collect(_ members: JSONObject, of location: Location, _ constraints: SampleConstraints) {
        let documented = constraints.memberNames
        func embed(_ name: String) -> Embedding {
            return { value in
                var changed = members
                changed[name] = value
                return location.embed(.object(changed))
            }
        }
        for name in documented where !sampler.isOfOtherDirection(name, constraints) {
            let schemas = constraints.schemas(ofMember: name)
            let path = location.path + [.member(name)]
            let isMade = members[name] == nil
            guard let value = members[name] ?? sampler.sample(of: schemas, variant: 0) else { continue }
            let member = Location(
                value: value, path: path, schemas: schemas, ancestors: location.ancestors, isMade: isMade,
                isChangedLater: location.isMade, embed: embed(name))
            if isMade {
                add(value, "present", .optional, at: member)
            } else if !constraints.required.contains(exactly: name) {
                add(nil, "absent", .optional, at: member)
            }
            follow(value, path, schemas, from: location, isMade: isMade, embed(name))
        }
        // The members of a map usually have one schema, so one of them is enough.
        if let (name, value) = members.sorted().first(where: { !documented.contains(exactly: $0.key) }) {
            let schemas = constraints.schemas(ofMember: name)
            follow(value, location.path + [.member(name)], schemas, from: location, isMade: false, embed(name))
        }
        addUndocumentedMember(to: members, of: location, constraints)
    }

    private mutating func addUndocumentedMember(
        to members: JSONObject, of location: Location, _ constraints: SampleConstraints
    ) {
        let names = ["furtherMember"] + (2...9).map { "furtherMember\($0)" }
        let unused = names.first { members[$0] == nil }
        guard let name = unused, !constraints.memberNames.contains(name) else { return }
        let schemas = constraints.schemas(ofMember: name)
        guard let value = sampler.sample(of: schemas, variant: 0, orAny: .string("further")) else { return }
        var changed = members
        changed[name] = value
        add(.object(changed), "with an undocumented member", .furtherMember, at: location)
    }

    private mutating func collect(_ elements: [JSONValue], of location: Location, _ constraints: SampleConstraints) {
        for (count, change) in [(0, "empty"), (1, "one element"), (3, "three elements")] where count != elements.count {
            guard let changed = resized(elements, to: count, constraints) else { continue }
            add(.array(changed), change, .arrayLength, at: location)
        }
        // An empty array gets an element, which has changes too.
        let filled = resized(elements, to: max(1, elements.count), constraints) ?? []
        for (index, element) in filled.enumerated() {
            let schemas = constraints.schemas(ofElement: index)
            // Elements of the same schemas have the same changes.
            if index > 0, schemas == constraints.schemas(ofElement: index - 1) { continue }
            follow(
                element, location.path + [.element(index)], schemas, from: location, isMade: elements.isEmpty
            ) { value in
                var changed = filled
                changed.remove(at: index)
                if let value { changed.insert(value, at: index) }
                return location.embed(.array(changed))
            }
        }
    }

    /// Returns the first elements of an array, completed by repeated or made ones; nil if none can be made.
    private mutating func resized(
        _ elements: [JSONValue], to count: Int, _ constraints: SampleConstraints
    ) -> [JSONValue]? {
        var resized = Array(elements.prefix(count))
        while resized.count < count {
            let schemas = constraints.schemas(ofElement: resized.count)
            // An element is repeated if possible, because unions of many branches are slow to search.
            if !constraints.isUnique, schemas == constraints.schemas(ofElement: 0), let first = resized.first {
                resized.append(first)
                continue
            }
            let variant = constraints.isUnique ? resized.count : 0
            guard let element = sampler.sample(of: schemas, variant: variant, orAny: .null) else { return nil }
            resized.append(element)
        }
        return resized
    }

    /// Adds a location inside another location, or the same one with another value.
    ///
    /// Left out are a value without schemas, and a made value with the schemas of a value around it, which recurs.
    private mutating func follow(
        _ value: JSONValue, _ path: [PathStep], _ schemas: [Int], from location: Location, isMade: Bool,
        _ embed: @escaping Embedding
    ) {
        let key = schemas.map { validator.targetOfReference($0) }
        let isInMadeValue = isMade || location.isMade
        if schemas.isEmpty { return }
        if isInMadeValue, location.ancestors.contains(key) { return }
        locations.append(
            Location(
                value: value, path: path, schemas: schemas, ancestors: location.ancestors.union([key]),
                isMade: isInMadeValue, isChangedLater: isInMadeValue, embed: embed))
    }

    // MARK: Changes

    private mutating func add(_ value: JSONValue?, _ change: String, _ kind: SchemaVariant.Kind, at location: Location)
    {
        // A change has another value than the location, unless it adds a member whose made value the location has.
        guard value != location.value || kind == .optional else { return }
        let pathWithoutIndexes = location.path.map { step in
            if case .member(let name) = step { "/\(name)" } else { "[]" }
        }.joined()
        let occurrence = occurrences[pathWithoutIndexes, default: 0]
        occurrences[pathWithoutIndexes] = occurrence + 1
        candidates.append(
            Candidate(location: location, change: change, kind: kind, value: value, occurrence: occurrence))
    }

    /// Adds a change to a value; null has a change and a kind of its own instead of the given ones.
    private mutating func addNullOr(
        _ value: JSONValue, _ change: String, _ kind: SchemaVariant.Kind, at location: Location
    ) {
        if value == .null {
            add(value, "null", .nullable, at: location)
        } else {
            add(value, change, kind, at: location)
        }
    }

    private mutating func addOtherTypes(at location: Location, _ constraints: SampleConstraints) {
        guard let types = constraints.types, types.count > 1 else { return }
        // `types` has the integer too if it has the number, so integers count as numbers then.
        let numeric = types.contains(.number) ? InstanceType.number : .integer
        var ownType = location.value.type
        if ownType == .integer { ownType = numeric }
        let samples: [(InstanceType, JSONValue)] = [
            (.null, .null), (.boolean, .bool(true)), (numeric, .number(JSONNumber(1))), (.string, .string("text")),
            (.array, .array([])), (.object, .object([:])),
        ]
        for (type, value) in samples where types.contains(type) && type != ownType {
            addNullOr(value, "of type \(type)", .type, at: location)
        }
    }

    private mutating func addNumbers(at location: Location, _ constraints: SampleConstraints) {
        let formats = validator.shapes.reachable(from: location.schemas).compactMap { validator.schemas[$0].formatName }
        var known: Set<String> = []
        for text in UnusualValues.numbers(constraints, formats) where known.insert(text).inserted {
            let number = JSONNumber(spelled: text)
            add(.number(number), "\(number)", .number, at: location)
        }
    }

    private mutating func addTexts(at location: Location, _ constraints: SampleConstraints) {
        let textsOfFormats = constraints.formats.flatMap { UnusualValues.texts[$0] ?? [] }
        for text in textsOfFormats { add(.string(text), JSONValue.string(text).text, .string, at: location) }
        guard constraints.formats.isEmpty else { return }
        let shortest = constraints.count(.minLength) ?? 0
        let longest = min(constraints.count(.maxLength) ?? .max, UnusualValues.textLimit)
        if shortest <= longest {
            add(.string(String(repeating: "a", count: shortest)), "shortest", .string, at: location)
        }
        for (change, text) in [("not ASCII", "é漢👩‍👩‍👧\u{200F}א"), ("with quotes and line feeds", "\"a'\n\\b")] {
            let fitting = UnusualValues.fitting(text, shortest: shortest, longest: longest)
            add(.string(fitting), change, .string, at: location)
        }
        add(.string(String(repeating: "a", count: longest)), "longest", .string, at: location)
    }
}
