/// A change of a condition's source, after which a request matches.
package struct ConditionEdit: Sendable {
    /// The part of the source that is to be replaced.
    package let written: String
    /// The member that the part is the value of, as in `user.name`; nil for any other part, such as a name.
    let member: String?
    /// The condition in which the part is found, as in `.json(…)`; nil if the part itself shows the condition.
    private(set) var condition: String?
    /// The text to write.
    package let suggested: String

    init(_ written: String, member: String? = nil, suggested: String) {
        self.written = written
        self.member = member
        self.suggested = suggested
    }

    /// Returns the same change, with the condition in which the part is found.
    func inside(_ condition: String) -> ConditionEdit {
        var edit = self
        edit.condition = condition
        return edit
    }

    /// The member and its condition after the written text, as in ` of user.name in .json(…)`; empty without them.
    var place: String {
        var place = ""
        if let member { place += " of \(member)" }
        if let condition { place += " in \(condition)" }
        return place
    }
}
