extension RandomAccessCollection where Index == Int {
    /// Returns the index of the first element of the second part; the end if the second part is empty.
    ///
    /// The search is a binary one. The parts are in order: no element of the second part is before one of the first.
    /// Inlinable, because contracts search from another module, where a generic function of a package is not
    /// specialized.
    @inlinable package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
        var indices = startIndex..<endIndex
        while !indices.isEmpty {
            let middle = indices.lowerBound + indices.count / 2
            if isInSecondPart(self[middle]) {
                indices = indices.lowerBound..<middle
            } else {
                indices = middle + 1..<indices.upperBound
            }
        }
        return indices.lowerBound
    }
}
