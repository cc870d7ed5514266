import HTTPMock

extension SchemaValidator {
    /// Returns the members that no reachable branch of a schema documents, at every depth.
    ///
    /// A member that is documented for the other direction only is among them. Of very many members, some are left out.
    ///
    /// Where the schemas of an object document no name at all, or explicitly allow other names, any name is documented.
    func undocumentedMembers(
        of value: JSONValue, in schema: Int, _ direction: ContractDirection? = nil
    ) -> [ContractViolation] {
        var found: [ContractViolation] = []
        // A list of work instead of a recursion, because a value may nest deeper than a small stack allows.
        var work: [(value: JSONValue, schemas: [Int], path: [PathStep])] = [(value, [schema], [])]
        // The number of undocumented members so far whose names are near to no documented name.
        var farMisses = 0
        // The most far misses that are added: as many as a check collects violations.
        let listLimit = Evaluation.violationLimit
        // After so many far misses, an object's next undocumented member and all members after it are skipped, because
        // the search for near names is slow.
        let searchLimit = 5 * listLimit
        while let (value, schemas, path) = work.popLast() {
            switch value {
            case .object(let members):
                let shape = shapes.shape(of: schemas)
                let excluded = direction.flatMap { shape.members(excludedFrom: $0) }
                eachMember: for (name, member) in members {
                    guard let memberSchemas = shape.schemas(ofMember: name) else {
                        if farMisses >= searchLimit { break eachMember }
                        let near = NearName.nearest(to: name, in: shape.memberNames.filter { members[$0] == nil })
                        if near == nil { farMisses += 1 }
                        let isAdded = near != nil || farMisses <= listLimit
                        if isAdded {
                            found.append(
                                .undocumented(
                                    at: path + [.member(name)], near: near, displayLocation(of: schemas[0])))
                        }
                        continue
                    }
                    let isExcluded = excluded?[name] != nil
                    if let direction, isExcluded {
                        found.append(
                            .misdirected(at: path + [.member(name)], direction, displayLocation(of: memberSchemas[0])))
                    }
                    if !memberSchemas.isEmpty, member.isContainer {
                        work.append((member, memberSchemas, path + [.member(name)]))
                    }
                }
            case .array(let elements):
                let shape = shapes.shape(of: schemas)
                for (index, element) in elements.enumerated() where element.isContainer {
                    let elementSchemas = shape.schemas(ofElement: index)
                    if !elementSchemas.isEmpty { work.append((element, elementSchemas, path + [.element(index)])) }
                }
            default: break
            }
        }
        // Misspelled names come first, because a message may cut off the end of the list.
        return found.sorted { left, right in
            if left.isNearMiss != right.isNearMiss { return left.isNearMiss }
            return left.instancePointer < right.instancePointer
        }
    }
}

extension ContractViolation {
    /// Returns the violation by a member that must not be sent in a direction.
    fileprivate static func misdirected(
        at path: [PathStep], _ direction: ContractDirection, _ pointer: DocumentLocation
    ) -> ContractViolation {
        switch direction {
        case .request:
            ContractViolation(
                path: path, schema: pointer, keyword: "readOnly", message: "read-only, so not for requests",
                isUndocumented: true)
        case .response:
            ContractViolation(
                path: path, schema: pointer, keyword: "writeOnly", message: "write-only, so not for responses",
                isUndocumented: true)
        }
    }

    /// Returns the violation by a member or an item of the query that is not documented.
    ///
    /// - Parameters:
    ///   - path: The location of the member or item.
    ///   - near: The documented name that is nearest; nil if none is near.
    ///   - pointer: The schema or the operation that lacks the name.
    static func undocumented(at path: [PathStep], near: String?, _ pointer: DocumentLocation) -> ContractViolation {
        let suggestion = near.map { "; did you mean \(JSONValue.string($0))?" } ?? ""
        return ContractViolation(
            path: path, schema: pointer, keyword: "properties", message: "not documented\(suggestion)",
            isUndocumented: true, isNearMiss: near != nil)
    }
}
