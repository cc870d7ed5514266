import Foundation

/// The differences between a request and a condition, the first five of them as text.
package struct DifferenceList {
    private var texts: [String] = []
    private var count = 0
    /// The edit of the condition after which the request matches; nil unless there is one short difference.
    private(set) var edit: SourceEdit?

    static let limit = 5

    var isEmpty: Bool { count == 0 }

    mutating func add(_ text: @autoclosure () -> String, edit: @autoclosure () -> SourceEdit? = nil) {
        count += 1
        if texts.count < Self.limit { texts.append(text()) }
        self.edit = count == 1 ? edit() : nil
    }

    package var text: String? {
        guard !isEmpty else { return nil }
        let surplus = count - texts.count
        return texts.joined(separator: "; ") + (surplus > 0 ? "; and \(surplus) more" : "")
    }
}
