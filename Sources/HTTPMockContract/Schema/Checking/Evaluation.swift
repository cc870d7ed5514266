import HTTPMock

/// One run of the check of a value: the applied schemas, the evaluated parts and the violations found.
///
/// The first run of a check finds only whether the value is valid. If the value is invalid, a second run collects the
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
    /// The patterns whose search was given up; in the second run also those of the first run.
    var givenUpPatterns: Set<ObjectIdentifier> = []
    /// The reason why the check was given up; nil if it was not.
    private(set) var abandonment: Abandonment?
    /// The resources entered, the outermost first; empty if no reference depends on them.
    private(set) var scope: [Int] = []
    /// The steps to the current value, in the second run.
    private var path: [PathStep] = []
    /// The schemas that are applied, to the current value and to those around it, the outermost first.
    private var active: [Int] = []
    /// The index in `active` at which the schemas of the current value begin.
    private var firstActive = 0
    private var budget: CheckBudget
    private let depthLimit: Int

    /// The most violations that one check collects.
    static let violationLimit = 200

    /// Begins a run.
    ///
    /// - Parameters:
    ///   - validator: The compiled schemas.
    ///   - direction: The direction in which the value is sent; nil for none.
    ///   - collects: True to collect violations, in the second run.
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

    /// Checks the current value against a schema.
    ///
    /// - Returns: Whether the value is valid; true after the check was given up.
    mutating func apply(_ id: Int, to value: JSONValue) -> Bool {
        guard abandonment == nil else { return true }
        if let constant = validator.schemas[id].constant {
            if !constant { report("false", "no value is allowed here", by: id) }
            return constant
        }
        if validator.schemas[id].admitsNull, case .null = value { return true }
        // A schema that reaches itself for the same value adds nothing the second time.
        if validator.schemas[id].mayReachItself, active[firstActive...].contains(id) { return true }
        guard mayEnter() else { return true }
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
        // Each value has evaluated parts of its own.
        let (outerEvaluated, outerFirstActive) = (evaluated, firstActive)
        evaluated = nil
        firstActive = active.count
        let isValid = apply(id, to: value)
        (evaluated, firstActive) = (outerEvaluated, outerFirstActive)
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
        if isValid { return (true, []) }
        return (false, found)
    }

    /// Adds a violation of a schema, the current one unless given, if violations are collected.
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
                path: path + (step.map { [$0] } ?? []), schema: validator.schemas[id].location, keyword: keyword,
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

    /// Counts steps of the check, and gives up the check after too many steps or without time.
    mutating func spend(_ count: Int) {
        if !budget.spend(count) { abandon(.work) }
    }

    private mutating func abandon(_ reason: Abandonment) {
        if abandonment == nil { abandonment = reason }
    }

    /// The number of steps from the checked value to the current value, in the second run.
    var depthOfValue: Int { path.count }

    /// The first schema applied to the current value, from which all others are reached; nil if none is applied.
    var outermostSchema: Int? {
        guard firstActive < active.count else { return nil }
        return active[firstActive]
    }

    /// Whether the current value, or an array around it, has a secret name, so that messages mask the value.
    var isSecret: Bool {
        for step in path.reversed() {
            if case .member(let name) = step { return Redaction.isAlwaysSecret(name) }
        }
        return false
    }

    /// Returns a value for messages; masked if the current value has a secret name.
    func shown(_ value: JSONValue) -> String {
        if isSecret { return "\(value.type) \(Redaction.mask)" }
        return value.shown
    }

    /// Counts a schema that is to be applied; false if the check is given up instead.
    private mutating func mayEnter() -> Bool {
        spend(1)
        if active.count >= depthLimit { abandon(.depth) }
        return abandonment == nil
    }

    /// Checks the current value against the keywords of a schema.
    ///
    /// If the value is valid, the parts that the keywords have evaluated count for the schema around this schema too.
    private mutating func checkKeywords(of id: Int, _ value: JSONValue) -> Bool {
        let outer = evaluated
        let tracks = outer != nil || validator.schemas[id].tracksEvaluated
        if tracks { evaluated = Evaluated() }
        var isValid = true
        // The loop is by index, because an iterator copies each keyword.
        for index in validator.schemas[id].keywords.indices {
            if validator.schemas[id].keywords[index].check(value, in: &self) { continue }
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

    /// Counts and returns an object's members, in the second run sorted by name; none after the check was given up.
    mutating func ordered(_ members: JSONObject) -> JSONObject {
        spend(members.count)
        // An abandoned check has no violations to order.
        guard abandonment == nil else { return [:] }
        guard collects else { return members }
        return JSONObject(members.sorted().map { ($0.key, $0.value) })
    }
}
