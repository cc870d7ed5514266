/// The tasks that wait until a state has a property.
package struct Waits<State>: Sendable {
    private var waits: [Int: Wait] = [:]
    private var lastID = 0

    struct Wait: Sendable {
        let isOver: @Sendable (State) -> Bool
        let end: AsyncStream<Void>.Continuation
    }

    package init() {}

    var isEmpty: Bool { waits.isEmpty }

    var count: Int { waits.count }

    /// Adds a wait, and returns its number.
    mutating func add(_ isOver: @escaping @Sendable (State) -> Bool, _ end: AsyncStream<Void>.Continuation) -> Int {
        lastID += 1
        waits[lastID] = Wait(isOver: isOver, end: end)
        return lastID
    }

    mutating func remove(_ id: Int) -> Wait? {
        waits.removeValue(forKey: id)
    }

    /// Removes and returns the waits that are over in a state.
    mutating func removeEnded(in state: State) -> [Wait] {
        let ended = waits.filter { $0.value.isOver(state) }
        for id in ended.keys { waits[id] = nil }
        return Array(ended.values)
    }
}
