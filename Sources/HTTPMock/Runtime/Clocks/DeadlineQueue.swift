/// The deadlines of a clock's sleepers, of which the earliest is found at once.
///
/// A binary heap, so that a clock with many sleepers may be advanced many times. The deadline of a cancelled sleeper
/// stays until it is due, or until most of the deadlines are of such sleepers.
struct DeadlineQueue: Sendable {
    struct Entry: Comparable, Sendable {
        let deadline: ManualClock.Instant
        /// The number of the sleeper; equal deadlines keep the order of these numbers.
        let id: Int

        static func < (lhs: Self, rhs: Self) -> Bool {
            (lhs.deadline, lhs.id) < (rhs.deadline, rhs.id)
        }
    }

    /// The heap: no entry is earlier than its parent, and the children of index i are at 2i + 1 and 2i + 2.
    private var entries: [Entry] = []

    var count: Int { entries.count }

    mutating func insert(_ entry: Entry) {
        entries.append(entry)
        var index = entries.count - 1
        while index > 0 {
            let parent = (index - 1) / 2
            guard entries[index] < entries[parent] else { return }
            entries.swapAt(index, parent)
            index = parent
        }
    }

    /// Removes and returns the earliest entry that is due at a moment; nil if there is none.
    mutating func removeFirst(dueAt now: ManualClock.Instant) -> Entry? {
        guard let first = entries.first, let last = entries.last, first.deadline <= now else { return nil }
        entries[0] = last
        entries.removeLast()
        var index = 0
        while true {
            let children = (2 * index + 1..<2 * index + 3).clamped(to: entries.indices)
            guard let child = children.min(by: { entries[$0] < entries[$1] }), entries[child] < entries[index] else {
                return first
            }
            entries.swapAt(index, child)
            index = child
        }
    }

    mutating func keep(where isKept: (_ id: Int) -> Bool) {
        // A sorted array is a heap.
        entries = entries.filter { isKept($0.id) }.sorted()
    }
}
