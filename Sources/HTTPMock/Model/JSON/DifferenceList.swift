import Foundation

/// The differences between a request and a condition, the first five of them as text.
package struct DifferenceList {
    private var texts: [String] = []
    private var count = 0
    private var surplusCount = 0
    /// The edit of the condition after which the request matches; nil unless one mistake makes all differences.
    ///
    /// One mistake in a name is two differences: the expected member is missing, and another one is surplus.
    private(set) var edit: ConditionEdit?

    static let limit = 5

    var isEmpty: Bool { count == 0 }

    /// Whether the request has more than the condition expects, and nothing else differs.
    var areSurplus: Bool { count > 0 && surplusCount == count }

    mutating func add(_ text: @autoclosure () -> String, edit: @autoclosure () -> ConditionEdit? = nil) {
        count += 1
        if texts.count < Self.limit { texts.append(text()) }
        self.edit = count == 1 ? edit() : nil
    }

    /// Adds something that the request has and the condition does not expect.
    ///
    /// - Parameter edit: The edit of an earlier difference that is the same mistake; nil if there is none.
    mutating func addSurplus(_ text: @autoclosure () -> String, edit: ConditionEdit?) {
        surplusCount += 1
        add(text())
        self.edit = edit
    }

    /// The first differences, and the number of the others; nil if there are none.
    package var text: String? {
        guard !isEmpty else { return nil }
        var lines = texts
        if count > texts.count { lines.append("and \(count - texts.count) more") }
        return lines.joined(separator: "; ")
    }
}
