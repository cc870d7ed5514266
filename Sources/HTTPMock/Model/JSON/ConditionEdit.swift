/// A change of a condition's source, after which a request matches.
package struct ConditionEdit: Sendable {
    /// The part of the source that is to be replaced.
    package let written: String
    /// The member that the part is the value of, as in `user.name`; nil if the part is the whole condition.
    let member: String?
    /// The condition whose member it is, as in `.json(…)`.
    private(set) var condition: String?
    /// The text to write.
    package let suggested: String

    init(_ written: String, member: String? = nil, suggested: String) {
        self.written = written
        self.member = member
        self.suggested = suggested
    }

    /// Returns the same change of a member, as one of a condition.
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
