import HTTPMock

/// One check of one value: its schemas, the evaluated parts and the violations found.
///
/// A check runs twice if the value is invalid. The first run stops at the first violation. The second run collects the
/// violations with their locations.
struct Evaluation {
    let validator: SchemaValidator
    let direction: ContractDirection?
    /// True in the second run.
    let collects: Bool
    /// The violations, in the second run.
    var violations: [ContractViolation] = []
    /// The evaluated parts of the current value; nil if no schema needs them.
    var evaluated: Evaluated?
    /// The patterns whose search was too slow.
    var givenUpPatterns: Set<ObjectIdentifier> = []
    /// The reason why the check was given up; nil if it was not.
    private(set) var abandonment: Abandonment?
    /// The resources entered, the outermost first.
    private(set) var scope: [Int] = []
    private var path: [PathStep] = []
    private var active: [Int] = []
    /// The index in `active` at which the schemas of the current value begin.
    private var firstActive = 0
    private var depth = 0
    private var budget: CheckBudget
    private let depthLimit: Int

    /// The most violations that one check collects.
    static let violationLimit = 200

    /// Begins a check.
    ///
    /// - Parameters:
    ///   - validator: The compiled schemas.
    ///   - direction: The direction in which the value is sent; nil for none.
    ///   - collects: True to collect violations.
    ///   - depthLimit: The deepest nesting of schemas before the check is abandoned.
    ///   - budget: The work after which the check is abandoned.
    init(
        _ validator: SchemaValidator, direction: ContractDirection?, collects: Bool, depthLimit: Int,
        budget: CheckBudget = CheckBudget()
    ) {
        self.validator = validator
        self.direction = direction
        self.collects = collects
        self.depthLimit = depthLimit
        self.budget = budget
    }

    /// Checks the current value against another schema.
    mutating func apply(_ id: Int, to value: JSONValue) -> Bool {
        guard abandonment == nil else { return true }
        if let constant = validator.schemas[id].constant {
            if !constant { report("false", "no value is allowed here", by: id) }
            return constant
        }
        if validator.schemas[id].admitsNull, case .null = value { return true }
        // A schema that reaches itself for the same value adds nothing the second time.
        if validator.schemas[id].mayReachItself, active[firstActive...].contains(id) { return true }
        guard enter() else { return true }
        defer { depth -= 1 }
        active.append(id)
        defer { active.removeLast() }
        guard validator.usesDynamicScope, scope.last != validator.schemas[id].resource else {
            return checkKeywords(of: id, value)
        }
        scope.append(validator.schemas[id].resource)
        defer { scope.removeLast() }
        return checkKeywords(of: id, value)
    }

    /// Checks a part of the current value.
    mutating func apply(_ id: Int, to value: JSONValue, at step: @autoclosure () -> PathStep) -> Bool {
        if collects { path.append(step()) }
        let outer = (evaluated, firstActive)
        evaluated = nil
        firstActive = active.count
        let isValid = apply(id, to: value)
        (evaluated, firstActive) = outer
        if collects { path.removeLast() }
        return isValid
    }

    /// Checks the current value against a schema without keeping violations.
    ///
    /// - Returns: Whether the value is valid, and its violations if the check collects violations.
    mutating func attempt(_ id: Int, _ value: JSONValue) -> (isValid: Bool, violations: [ContractViolation]) {
        let outer = violations
        violations = []
        let isValid = apply(id, to: value)
        let found = violations
        violations = outer
        return (isValid, isValid ? [] : found)
    }

    /// Adds a violation of the current schema, if violations are collected.
    mutating func report(
        _ keyword: String, _ message: @autoclosure () -> String, at step: PathStep? = nil, by id: Int? = nil
    ) {
        report(keyword, at: step, by: id) { _ in message() }
    }

    /// Adds a violation whose message depends on the check, if violations are collected.
    mutating func report(
        _ keyword: String, at step: PathStep? = nil, by id: Int? = nil, _ message: (Evaluation) -> String
    ) {
        guard collects, violations.count < Self.violationLimit, let id = id ?? active.last else { return }
        violations.append(
            ContractViolation(
                path: path + (step.map { [$0] } ?? []), schema: validator.schemas[id].pointer, keyword: keyword,
                message: message(self)))
    }

    /// Adds violations that ``attempt(_:_:)`` has found.
    mutating func report(_ found: [ContractViolation]) {
        violations += found.prefix(max(0, Self.violationLimit - violations.count))
    }

    /// The seconds of the processor's time that are left for the check.
    var remainingTime: Double { budget.remainingTime }

    /// Begins to count the time, before a search that may be slow.
    mutating func startClock() { budget.startClock() }

    /// Counts the values that a keyword looks at, and stops a check with too many.
    mutating func spend(_ count: Int) {
        if !budget.spend(count) { abandon(.work) }
    }

    private mutating func abandon(_ reason: Abandonment) {
        if abandonment == nil { abandonment = reason }
    }

    /// The number of steps from the checked value to the current value.
    var depthOfValue: Int { path.count }

    /// The first schema applied to the current value, which reaches all others.
    var outermostSchema: Int? { firstActive < active.count ? active[firstActive] : nil }

    /// Whether the current value has a secret name, so that messages mask the value.
    var isSecret: Bool {
        guard case .member(let name)? = path.last else { return false }
        return Redaction.isSecretInDiagnosis(name)
    }

    /// Returns a value for messages; masked if the current value has a secret name.
    func shown(_ value: JSONValue) -> String { isSecret ? "\(value.type) \(Redaction.mask)" : value.shown }

    private mutating func enter() -> Bool {
        depth += 1
        spend(1)
        if depth > depthLimit { abandon(.depth) }
        if abandonment != nil { depth -= 1 }
        return abandonment == nil
    }

    private mutating func checkKeywords(of id: Int, _ value: JSONValue) -> Bool {
        let outer = evaluated
        let tracks = outer != nil || validator.schemas[id].tracksEvaluated
        if tracks { evaluated = Evaluated() }
        var isValid = true
        // The loop is by index, because an iterator copies each keyword.
        for index in validator.schemas[id].keywords.indices
        where !validator.schemas[id].keywords[index].check(value, in: &self) {
            isValid = false
            if !collects { break }
        }
        if tracks {
            let inner = evaluated
            evaluated = outer
            if isValid, let inner, outer != nil {
                spend(inner.count)
                evaluated?.formUnion(inner)
            }
        }
        return isValid
    }
}

extension Evaluation {
    /// Searches a text for a pattern.
    ///
    /// The check skips a pattern whose search was given up before.
    mutating func match(_ pattern: RegexMatcher, _ text: String) -> RegexMatcher.Outcome {
        if givenUpPatterns.contains(ObjectIdentifier(pattern)) { return .givenUp }
        if pattern.isBacktracking { startClock() }
        let outcome = pattern.match(text, within: remainingTime)
        if outcome == .givenUp { givenUpPatterns.insert(ObjectIdentifier(pattern)) }
        return outcome
    }
}

/// The parts of a value that some keyword has evaluated, for `unevaluatedProperties` and `unevaluatedItems`.
///
/// - SeeAlso: [JSON Schema core §11](https://json-schema.org/draft/2020-12/json-schema-core#section-11)
struct Evaluated {
    private var members: Set<String> = []
    private var hasAllMembers = false
    private var elements: Set<Int> = []
    private var firstElements = 0
    private var hasAllElements = false

    /// Returns whether a member was evaluated.
    func contains(member name: String) -> Bool { hasAllMembers || members.contains(name) }

    /// Returns whether an element was evaluated.
    func contains(element index: Int) -> Bool {
        hasAllElements || index < firstElements || elements.contains(index)
    }

    /// Adds a member.
    mutating func insert(member name: String) { members.insert(name) }

    /// Adds all members.
    mutating func insertAllMembers() { hasAllMembers = true }

    /// Adds an element.
    mutating func insert(element index: Int) { elements.insert(index) }

    /// Adds the first elements.
    mutating func insert(firstElements count: Int) { firstElements = max(firstElements, count) }

    /// Adds all elements.
    mutating func insertAllElements() { hasAllElements = true }

    /// The number of single members and elements.
    var count: Int { members.count + elements.count }

    /// Adds the parts of the same value that another schema has evaluated.
    mutating func formUnion(_ other: Evaluated) {
        members.formUnion(other.members)
        hasAllMembers = hasAllMembers || other.hasAllMembers
        elements.formUnion(other.elements)
        firstElements = max(firstElements, other.firstElements)
        hasAllElements = hasAllElements || other.hasAllElements
    }
}

/// The members of an object, sorted by name if violations are collected.
struct OrderedMembers: Sequence, IteratorProtocol {
    // Two iterators and no enumeration, because an iterator in a payload is copied for each member.
    private var unsorted: Dictionary<String, JSONValue>.Iterator?
    private var sorted: IndexingIterator<[(key: String, value: JSONValue)]>?

    /// Creates a sequence of members.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - isSorted: False for any order, which needs no time for sorting.
    init(_ members: [String: JSONValue], isSorted: Bool) {
        if isSorted {
            sorted = members.sorted { $0.key < $1.key }.makeIterator()
        } else {
            unsorted = members.makeIterator()
        }
    }

    mutating func next() -> (key: String, value: JSONValue)? {
        unsorted != nil ? unsorted?.next() : sorted?.next()
    }
}

extension Evaluation {
    /// Returns the members of an object in the order in which violations are reported.
    mutating func ordered(_ members: [String: JSONValue]) -> OrderedMembers {
        spend(members.count)
        // An abandoned check has no violations to order.
        return OrderedMembers(abandonment == nil ? members : [:], isSorted: collects)
    }
}
