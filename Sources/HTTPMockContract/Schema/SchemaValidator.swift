import Foundation
import HTTPMock

/// Compiled schemas that refer to each other; one validator is shared by all threads.
final class SchemaValidator: Sendable {
    let schemas: [CompiledSchema]
    let dynamicAnchors: [[String: Int]]
    let usesDynamicScope: Bool
    let shapes: SchemaShapes

    /// The depth limit on the caller's thread, whose stack may have only 512 kB.
    private static let depthOnCallersThread = 50
    /// The depth limit on a thread with a large stack.
    private static let depthOnOwnThread = 8_000

    /// Creates a validator of compiled schemas.
    ///
    /// - Parameter compiler: A compiler that has finished.
    init(_ compiler: SchemaCompiler) {
        schemas = compiler.schemas
        dynamicAnchors = compiler.dynamicAnchors
        usesDynamicScope = compiler.usesDynamicScope
        shapes = SchemaShapes(compiler.schemas)
    }

    /// Checks a value against a schema.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - schema: The number of the schema.
    ///   - direction: The way that the value travels, if it travels.
    /// - Returns: The violations, none if the value is valid.
    func violations(of value: JSONValue, against schema: Int, direction: ContractDirection?) -> [ContractViolation] {
        var limits = (depth: Self.depthOnCallersThread, steps: Evaluation.stepLimit)
        guard !value.isDeep else {
            limits = (Self.depthOnOwnThread, max(limits.steps, value.count * Evaluation.stepLimitForEachValue))
            return onLargeStack(value, schema, direction, limits)
        }
        var (found, abandonment) = run(value, schema, direction, limits)
        if abandonment == .steps {
            // The value is counted only now, because few values are large.
            limits.steps = max(limits.steps, value.count * Evaluation.stepLimitForEachValue)
            (found, abandonment) = run(value, schema, direction, limits)
        }
        if abandonment == .depth {
            limits.depth = Self.depthOnOwnThread
            return onLargeStack(value, schema, direction, limits)
        }
        return violations((found, abandonment), schema)
    }

    private func onLargeStack(
        _ value: JSONValue, _ schema: Int, _ direction: ContractDirection?, _ limits: (depth: Int, steps: Int)
    ) -> [ContractViolation] {
        let outcome = try? LargeStack.run { self.run(value, schema, direction, limits) }
        return violations(outcome ?? ([], .depth), schema)
    }

    /// The violations that were found, or the reason why the check was given up.
    private func violations(_ outcome: Outcome, _ schema: Int) -> [ContractViolation] {
        guard let abandonment = outcome.abandonment else { return outcome.violations }
        let pointer = schemas[schema].pointer
        return [ContractViolation(path: [], schema: pointer, keyword: "$ref", message: abandonment.text)]
    }

    private typealias Outcome = (violations: [ContractViolation], abandonment: Abandonment?)

    private func run(
        _ value: JSONValue, _ schema: Int, _ direction: ContractDirection?, _ limits: (depth: Int, steps: Int)
    ) -> Outcome {
        var trial = Evaluation(
            self, direction: direction, collects: false, depthLimit: limits.depth, stepLimit: limits.steps)
        let isValid = trial.apply(schema, to: value)
        if isValid || trial.abandonment != nil { return ([], trial.abandonment) }
        var evaluation = Evaluation(
            self, direction: direction, collects: true, depthLimit: limits.depth, stepLimit: limits.steps)
        evaluation.givenUpPatterns = trial.givenUpPatterns
        _ = evaluation.apply(schema, to: value)
        return (evaluation.violations, evaluation.abandonment)
    }
}

extension JSONValue {
    /// The number of values in the value, including the value itself.
    fileprivate var count: Int {
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
        return count
    }
}
