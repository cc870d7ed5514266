import Foundation

/// The differences between a request and a condition, the first five of them as text.
package struct DifferenceList {
    private var texts: [String] = []
    private var count = 0
    /// The edit of the condition after which the request matches; nil unless there is one short difference.
    private(set) var edit: ConditionEdit?

    static let limit = 5

    var isEmpty: Bool { count == 0 }

    mutating func add(_ text: @autoclosure () -> String, edit: @autoclosure () -> ConditionEdit? = nil) {
        count += 1
        if texts.count < Self.limit { texts.append(text()) }
        self.edit = count == 1 ? edit() : nil
    }

    package var text: String? {
        guard !isEmpty else { return nil }
        var lines = texts
        if count > texts.count { lines.append("and \(count - texts.count) more") }
        return lines.joined(separator: "; ")
    }
}
