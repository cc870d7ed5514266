import Foundation
import HTTPMock

/// Compiled schemas that refer to each other; one validator is shared by all threads.
final class SchemaValidator: Sendable {
    let schemas: [CompiledSchema]
    let dynamicAnchors: [[String: Int]]
    let usesDynamicScope: Bool
    let shapes: SchemaShapes

    /// How deep schemas nest on the caller's thread, whose stack may be as small as 512 kB.
    private static let depthOnCallersThread = 50
    /// How deep schemas nest on a thread with a stack for this purpose.
    private static let depthOnOwnThread = 8_000
    private static let ownStackSize = 1 << 28

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
        var (found, abandonment) = run(value, schema, direction, depthLimit: Self.depthOnCallersThread)
        if abandonment == .depth {
            // Seldom enough that a thread for it costs nothing.
            let result = Locked<([ContractViolation], Abandonment?)>(([], .depth))
            let isDone = DispatchSemaphore(value: 0)
            let thread = Thread { [self] in
                let outcome = run(value, schema, direction, depthLimit: Self.depthOnOwnThread)
                result.withLock { $0 = outcome }
                isDone.signal()
            }
            thread.stackSize = Self.ownStackSize
            thread.start()
            isDone.wait()
            (found, abandonment) = result.withLock { $0 }
        }
        guard let abandonment else { return found }
        return [
            ContractViolation(
                path: [], schema: schemas[schema].pointer, keyword: "$ref", message: abandonment.text)
        ]
    }

    private func run(
        _ value: JSONValue, _ schema: Int, _ direction: ContractDirection?, depthLimit: Int
    ) -> ([ContractViolation], Abandonment?) {
        var trial = Evaluation(self, direction: direction, collects: false, depthLimit: depthLimit)
        let isValid = trial.apply(schema, to: value)
        if isValid || trial.abandonment != nil { return ([], trial.abandonment) }
        var evaluation = Evaluation(self, direction: direction, collects: true, depthLimit: depthLimit)
        evaluation.givenUpPatterns = trial.givenUpPatterns
        _ = evaluation.apply(schema, to: value)
        return (evaluation.violations, evaluation.abandonment)
    }
}
