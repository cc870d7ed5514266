import HTTPMock

/// A cache of the shapes that sets of schemas document together.
///
/// All branches count that can be reached for the same value, whether or not they match the value.
final class SchemaShapes: Sendable {
    private let schemas: [CompiledSchema]
    private let shapes = Locked<[[Int]: SchemaShape]>([:])

    init(_ schemas: [CompiledSchema]) {
        self.schemas = schemas
    }

    /// Returns the shape of one value that some schemas document together.
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
