/// The numbers of logged requests by their paths.
///
/// Owned by the ``RequestLog``, which adds its requests when a task waits for a path, so that tests without such a wait
/// pay nothing.
struct RequestPaths: Sendable {
    /// In order of arrival.
    private var numbers: [PathHash: [Int]] = [:]
    /// The number of the last request that was added; 0 if there is none.
    private(set) var lastNumber = 0

    mutating func add(_ records: ArraySlice<RecordedRequest>) {
        for record in records { numbers[PathHash(record.request.target), default: []].append(record.number) }
        lastNumber = records.last?.number ?? lastNumber
    }

    /// Returns the numbers of a path's requests that are greater than a number.
    func numbers(of path: PathHash, after number: Int) -> ArraySlice<Int> {
        guard let all = numbers[path] else { return [] }
        // By a binary search, because a task may wait for one of many requests to the same path again and again.
        return all[all.partitioningIndex { $0 > number }...]
    }
}
