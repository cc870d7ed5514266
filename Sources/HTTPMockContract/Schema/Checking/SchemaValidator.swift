import HTTPMock

/// Compiled schemas that refer to each other; one validator is shared by all threads.
final class SchemaValidator: Sendable {
    let schemas: [CompiledSchema]
    /// The dynamic anchors of each resource.
    let dynamicAnchors: [[String: Int]]
    /// Whether a reference depends on the resources that a check has entered.
    let usesDynamicScope: Bool
    let shapes: SchemaShapes

    /// The depth limit on the caller's thread, whose stack may have only 512 kB.
    private static let depthOnCallersThread = 50
    /// The depth limit on a thread with a large stack.
    private static let depthOnOwnThread = 8_000

    /// Creates a validator of compiled schemas.
    ///
    /// A schema in `nullables` that forbids null according to the specification gets a note, and admits null.
    ///
    /// - Parameter compiler: A compiler that has finished.
    convenience init(_ compiler: SchemaCompiler) {
        var schemas = compiler.schemas
        if !compiler.nullables.isEmpty {
            let specified = SchemaValidator(compiler.schemas, compiler)
            for nullable in compiler.nullables where !specified.allows(.null, nullable.schema, nil) {
                schemas[nullable.schema].admitsNull = true
                schemas[nullable.schema].documentation.admitNull()
                let reason = "null is allowed here, although the specification reads \"nullable\" otherwise"
                compiler.add(SchemaError(location: nullable.location, reason: reason, severity: .note))
            }
        }
        self.init(schemas, compiler)
    }

    private init(_ schemas: [CompiledSchema], _ compiler: SchemaCompiler) {
        self.schemas = schemas
        dynamicAnchors = compiler.dynamicAnchors
        usesDynamicScope = compiler.usesDynamicScope
        shapes = SchemaShapes(schemas)
    }

    /// Checks a value against a schema.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - schema: The number of the schema.
    ///   - direction: The direction in which the value is sent; nil for none.
    /// - Returns: The violations, none if the value is valid; a single one with the reason if the check was given up.
    func violations(of value: JSONValue, against schema: Int, direction: ContractDirection?) -> [ContractViolation] {
        var outcome = check(value, schema, direction, seconds: CheckBudget.timeLimit)
        if outcome.abandonment == .work {
            // A large value gets more time than other values.
            let seconds = value.neededTime
            if seconds > CheckBudget.timeLimit { outcome = check(value, schema, direction, seconds: seconds) }
        }
        return violations(outcome, schema)
    }

    /// Returns whether a schema allows a value; false if the check was given up.
    ///
    /// Called on a thread with a large stack.
    func allows(_ value: JSONValue, _ schema: Int, _ direction: ContractDirection?) -> Bool {
        var trial = Evaluation(self, direction: direction, collects: false, depthLimit: Self.depthOnOwnThread)
        return trial.apply(schema, to: value) && trial.abandonment == nil
    }

    /// Checks a value on this thread, or on a thread with a large stack if the value or its schemas nest deep.
    private func check(
        _ value: JSONValue, _ schema: Int, _ direction: ContractDirection?, seconds: Double
    ) -> Outcome {
        if !value.isDeep {
            let outcome = run(value, schema, direction, depthLimit: Self.depthOnCallersThread, seconds: seconds)
            if outcome.abandonment != .depth { return outcome }
        }
        let outcome = try? LargeStack.run {
            self.run(value, schema, direction, depthLimit: Self.depthOnOwnThread, seconds: seconds)
        }
        return outcome ?? Outcome(abandonment: .depth)
    }

    /// Returns the violations that were found, or the reason why the check was given up.
    private func violations(_ outcome: Outcome, _ schema: Int) -> [ContractViolation] {
        guard let abandonment = outcome.abandonment else { return outcome.violations }
        let location = schemas[schema].location
        // No keyword is broken; `$ref` stands for the schema as a whole.
        return [ContractViolation(path: [], schema: location, keyword: "$ref", message: abandonment.text)]
    }

    /// The result of a check.
    private struct Outcome {
        var violations: [ContractViolation] = []
        var abandonment: Abandonment?
    }

    /// Checks a value on this thread, and again for its violations if it is invalid.
    private func run(
        _ value: JSONValue, _ schema: Int, _ direction: ContractDirection?, depthLimit: Int, seconds: Double
    ) -> Outcome {
        var trial = Evaluation(
            self, direction: direction, collects: false, depthLimit: depthLimit, budget: CheckBudget(seconds: seconds))
        let isValid = trial.apply(schema, to: value)
        if isValid || trial.abandonment != nil { return Outcome(abandonment: trial.abandonment) }
        // At least a fifth of the usual time, even if one pattern has used all of it: the second run skips that one.
        let secondBudget = CheckBudget(seconds: max(trial.remainingTime, CheckBudget.timeLimit / 5))
        var evaluation = Evaluation(
            self, direction: direction, collects: true, depthLimit: depthLimit, budget: secondBudget)
        evaluation.givenUpPatterns = trial.givenUpPatterns
        _ = evaluation.apply(schema, to: value)
        return Outcome(violations: evaluation.violations, abandonment: evaluation.abandonment)
    }
}

extension JSONValue {
    /// The seconds for the check of a large value: ten microseconds for the value and for each value in it.
    ///
    /// Without more time, a debug build would give up the check of a valid body of some megabytes.
    fileprivate var neededTime: Double {
        var count = 0
        var work = [self]
        while let value = work.popLast() {
            count += 1
            switch value {
            case .array(let elements): work += elements
            case .object(let members): work += members.values
            default: break
            }
        }
        return Double(count) * 10e-6
    }
}
