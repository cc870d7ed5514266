/// The differences between a request and a condition, the first five of them as text.
package struct DifferenceList {
    private var texts: [String] = []
    private var count = 0
    private var firstEdit: SourceEdit?

    /// The number of differences that are listed.
    static let limit = 5

    var isEmpty: Bool { count == 0 }

    /// The edit of the condition after which the request matches; nil unless there is one short difference.
    var edit: SourceEdit? { count == 1 ? firstEdit : nil }

    /// Adds a difference; its text is made only if it is listed.
    ///
    /// - Parameters:
    ///   - text: The difference.
    ///   - edit: The part of the condition's source to change, if there is one.
    mutating func add(_ text: @autoclosure () -> String, edit: @autoclosure () -> SourceEdit? = nil) {
        count += 1
        if texts.count < Self.limit { texts.append(text()) }
        if count == 1 { firstEdit = edit() }
    }

    /// The differences in one line, nil if there is none.
    package var text: String? {
        guard !isEmpty else { return nil }
        let surplus = count - texts.count
        return texts.joined(separator: "; ") + (surplus > 0 ? "; and \(surplus) more" : "")
    }
}

/// A part of a condition's source, and the text to write instead so that the condition matches a request.
typealias SourceEdit = (written: String, suggested: String)
