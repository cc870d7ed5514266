import HTTPMock

/// What sets of schemas document together, computed when first needed and kept.
///
/// All branches count that can be reached for the same value, whether or not they match the value.
final class SchemaShapes: Sendable {
    private let schemas: [CompiledSchema]
    private let shapes = Locked<[[Int]: SchemaShape]>([:])

    init(_ schemas: [CompiledSchema]) {
        self.schemas = schemas
    }

    /// What some schemas document of one value.
    func shape(of ids: [Int]) -> SchemaShape {
        if let known = shapes.withLock({ $0[ids] }) { return known }
        let shape = SchemaShape(reachable(from: ids).map { schemas[$0].documentation })
        shapes.withLock { $0[ids] = shape }
        return shape
    }

    /// Some schemas and all that they apply to the same value.
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
