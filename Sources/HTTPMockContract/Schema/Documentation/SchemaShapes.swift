import HTTPMock

/// A cache of the shapes that sets of schemas document together.
///
/// Every branch that can be reached for the same value counts, whether or not the branch matches the value.
final class SchemaShapes: Sendable {
    private let schemas: [CompiledSchema]
    private let shapes = Locked<[[Int]: SchemaShape]>([:])
    /// True if a schema is for one direction only.
    let hasDirections: Bool

    init(_ schemas: [CompiledSchema]) {
        self.schemas = schemas
        hasDirections = schemas.contains { $0.isReadOnly || $0.isWriteOnly }
    }

    /// Returns the shape of one value that some schemas document together.
    func shape(of ids: [Int]) -> SchemaShape {
        if let known = shapes.withLock({ $0[ids] }) { return known }
        let parts = reachable(from: ids).map { schemas[$0].documentation }
        var excluded: ((_ ids: [Int], _ direction: ContractDirection) -> Bool)?
        if hasDirections { excluded = isExcluded }
        let shape = SchemaShape(parts, excluded)
        shapes.withLock { $0[ids] = shape }
        return shape
    }

    /// Returns whether each of a member's schemas is only for the opposite direction.
    private func isExcluded(_ ids: [Int], _ direction: ContractDirection) -> Bool {
        ids.allSatisfy { id in
            reachable(from: [id]).contains { schemas[$0].isOptional(in: direction) }
        }
    }

    /// Returns some schemas, and all schemas that describe the same value through them, with their subtypes.
    func reachable(from ids: [Int]) -> [Int] {
        var reached: [Int] = []
        var seen: Set<Int> = []
        var work = Array(ids.reversed())
        while let id = work.popLast() {
            guard seen.insert(id).inserted else { continue }
            reached.append(id)
            work.append(contentsOf: schemas[id].documentation.inPlace.reversed())
        }
        return reached
    }
}
