extension RandomAccessCollection where Index == Int {
    /// Returns the first index whose element satisfies a predicate, by binary search.
    ///
    /// - Parameter belongsToSuffix: The predicate: false for a prefix of the collection, true for all elements after.
    /// - Returns: The index, or `endIndex` if no element satisfies the predicate.
    func partitioningIndex(where belongsToSuffix: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if belongsToSuffix(self[middle]) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
