import HTTPMock

extension Evaluation {
    /// Returns whether a required member must be in the value when it is sent in the check's direction.
    func requires(_ name: String) -> Bool {
        guard let direction, let outermost = outermostSchema else { return true }
        let described = validator.shapes.shape(of: [outermost]).schemas(ofMember: name) ?? []
        let all = validator.shapes.reachable(from: described)
        return !all.contains { validator.schemas[$0].isOptional(in: direction) }
    }

    /// Returns the text for a member that is not allowed.
    func forbiddenText(_ name: String) -> String {
        guard let outermost = outermostSchema else { return "not allowed" }
        let names = validator.shapes.shape(of: [outermost]).memberNames
        // The name itself is left out, because another schema of the value may document the name.
        let near = NearName.nearest(to: name, in: names.filter { !$0.hasSameCodeUnits(as: name) })
        return "not allowed\(near.map { "; did you mean \(JSONValue.string($0))?" } ?? "")"
    }
}
