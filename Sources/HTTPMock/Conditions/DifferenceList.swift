/// The differences between a request and a condition, the first five of them as text.
package struct DifferenceList {
    private var texts: [String] = []
    private var count = 0

    /// The number of differences that are listed.
    static let limit = 5

    var isEmpty: Bool { count == 0 }

    /// Adds a difference; its text is made only if it is listed.
    mutating func add(_ text: @autoclosure () -> String) {
        count += 1
        if texts.count < Self.limit { texts.append(text()) }
    }

    /// The differences in one line, nil if there is none.
    package var text: String? {
        guard !isEmpty else { return nil }
        let surplus = count - texts.count
        return texts.joined(separator: "; ") + (surplus > 0 ? "; and \(surplus) more" : "")
    }
}
