import HTTPMock

extension SchemaValidator {
    /// Returns the members, at every depth, that no reachable branch of a schema documents.
    ///
    /// An object whose schemas document no name at all is free-form: its members don't count.
    func undocumentedMembers(of value: JSONValue, in schema: Int) -> [ContractViolation] {
        var found: [ContractViolation] = []
        // A list of work, because a value may nest deeper than a small stack.
        var work: [(value: JSONValue, schemas: [Int], path: [PathStep])] = [(value, [schema], [])]
        while let (value, schemas, path) = work.popLast(), found.count < Evaluation.violationLimit {
            switch value {
            case .object(let members):
                let shape = shapes.shape(of: schemas)
                for (name, member) in members {
                    guard let described = shape.schemas(ofMember: name) else {
                        let message = "not documented\(SchemaShape.suggestion(for: name, members, shape))"
                        found.append(
                            ContractViolation(
                                path: path + [.member(name)], schema: displayPointer(of: schemas[0]),
                                keyword: "properties", message: message))
                        continue
                    }
                    if !described.isEmpty, member.isContainer {
                        work.append((member, described, path + [.member(name)]))
                    }
                }
            case .array(let elements):
                let shape = shapes.shape(of: schemas)
                for (index, element) in elements.enumerated() where element.isContainer {
                    let described = shape.schemas(ofElement: index)
                    if !described.isEmpty { work.append((element, described, path + [.element(index)])) }
                }
            default: break
            }
        }
        return found.sorted { $0.instancePointer < $1.instancePointer }
    }
}

extension SchemaShape {
    /// The documented name that an undocumented one is near to, unless it is used.
    static func suggestion(for name: String, _ members: [String: JSONValue], _ shape: SchemaShape) -> String {
        let free = shape.memberNames.filter { members[$0] == nil }
        return NearName.nearest(to: name, in: free).map { "; did you mean \(JSONValue.string($0))?" } ?? ""
    }
}

extension Evaluation {
    /// The text for a member that is not allowed.
    func forbiddenText(_ name: String) -> String {
        guard let outermost = outermostSchema else { return "not allowed" }
        let names = validator.shapes.shape(of: [outermost]).memberNames
        let near = NearName.nearest(to: name, in: names.filter { $0 != name })
        return "not allowed\(near.map { "; did you mean \(JSONValue.string($0))?" } ?? "")"
    }
}
