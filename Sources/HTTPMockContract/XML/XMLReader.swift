import HTTPMock

/// Reads XML elements as the JSON values that their schemas describe.
///
/// The schemas check the value. A defect that the value can't express, such as a wrong namespace, is a finding.
struct XMLReader {
    /// A defect of a document that its value can't express.
    struct Finding {
        let path: [PathStep]
        let schema: Int
        let message: String
    }

    let validator: SchemaValidator
    private(set) var findings: [Finding] = []

    init(_ validator: SchemaValidator) {
        self.validator = validator
    }

    /// Returns the value of a document, and adds the document's findings.
    mutating func value(ofRoot root: XMLElement, _ schema: Int) -> JSONValue {
        let name = validator.xmlHints(of: [schema]).name
        if let name, name != root.name {
            add("expected the element \(name), got \(root.name)", [schema], [])
        }
        return value(of: root, [schema], [])
    }

    private mutating func add(_ message: String, _ schemas: [Int], _ path: [PathStep]) {
        guard let schema = schemas.first else { return }
        findings.append(Finding(path: path, schema: schema, message: message))
    }

    private mutating func value(of element: XMLElement, _ schemas: [Int], _ path: [PathStep]) -> JSONValue {
        if let namespace = validator.xmlHints(of: schemas).namespace, namespace != element.namespace {
            let actual = element.namespace.map(\.quoted) ?? "none"
            add("expected the namespace \(namespace.quoted), got \(actual)", schemas, path)
        }
        if element.isNil { return .null }
        let shape = validator.shapes.shape(of: schemas)
        let types = shape.types ?? []
        let namesMembersOnly = types.isEmpty && !shape.memberNames.isEmpty
        if types.contains(.object) || namesMembersOnly { return object(of: element, schemas, path) }
        if types.contains(.array) { return array(of: element.children, schemas, path) }
        // Parts make an object, even if the schemas allow none, so that the check reports the wrong type.
        let hasParts = !element.children.isEmpty || !element.attributes.isEmpty
        if hasParts { return object(of: element, schemas, path) }
        return TextReader(validator: validator).value(of: element.text, schemas)
    }

    /// Returns the array whose elements are some XML elements.
    private mutating func array(of elements: [XMLElement], _ schemas: [Int], _ path: [PathStep]) -> JSONValue {
        let shape = validator.shapes.shape(of: schemas)
        var values: [JSONValue] = []
        for (index, element) in elements.enumerated() {
            values.append(value(of: element, shape.schemas(ofElement: index), path + [.element(index)]))
        }
        return .array(values)
    }

    // MARK: Objects

    private mutating func object(of element: XMLElement, _ schemas: [Int], _ path: [PathStep]) -> JSONValue {
        let shape = validator.shapes.shape(of: schemas)
        var members: JSONObject = [:]
        var rest = element
        var hasTextMember = false
        for name in shape.sortedMemberNames {
            let own = shape.schemas(ofMember: name) ?? []
            if validator.xmlHints(of: own).isText {
                members[name] = TextReader(validator: validator).value(of: element.text, own)
                hasTextMember = true
            } else {
                members[name] = take(name, own, from: &rest, path + [.member(name)], isRequired(name, schemas))
            }
        }
        addOthers(rest, shape, path, to: &members)
        if element.hasText, !hasTextMember, !shape.isOpen {
            add("a text is not documented here, only elements are", schemas, path)
        }
        return .object(members)
    }

    /// Removes the attribute or the elements of a member, and returns their value.
    ///
    /// - Returns: nil without an attribute or elements; an empty array for a required array that is not wrapped.
    private mutating func take(
        _ name: String, _ schemas: [Int], from element: inout XMLElement, _ path: [PathStep], _ isRequired: Bool
    ) -> JSONValue? {
        let hints = validator.xmlHints(of: schemas)
        let xmlName = hints.name ?? name
        if hints.isAttribute {
            guard let text = element.removeAttribute(xmlName) else { return nil }
            return TextReader(validator: validator).value(of: text, schemas)
        }
        if validator.isXMLArray(schemas) {
            let itemName = validator.xmlItemName(of: schemas, inMember: name)
            if hints.isWrapped { return array(in: element.removeChildren(xmlName), of: itemName, schemas, path) }
            let items = element.removeChildren(itemName)
            if items.isEmpty, !isRequired { return nil }
            return array(of: items, schemas, path)
        }
        let found = element.removeChildren(xmlName)
        guard let first = found.first else { return nil }
        // Several elements make an array, so that the check reports the wrong type.
        if found.count > 1 { return array(of: found, schemas, path) }
        return value(of: first, schemas, path)
    }

    /// Returns the array in the first wrapper, or null for a wrapper that is nil; nil without a wrapper.
    private mutating func array(
        in wrappers: [XMLElement], of itemName: String, _ schemas: [Int], _ path: [PathStep]
    ) -> JSONValue? {
        guard let wrapper = wrappers.first else { return nil }
        if wrappers.count > 1 { add("expected one element \(wrapper.name), got \(wrappers.count)", schemas, path) }
        if wrapper.isNil { return .null }
        if let other = wrapper.children.first(where: { !$0.name.hasSameCodeUnits(as: itemName) }) {
            add("expected the elements \(itemName), got \(other.name)", schemas, path)
        }
        return array(of: wrapper.children, schemas, path)
    }

    /// Adds the attributes and elements that no documented member has taken, unless a member has their name.
    ///
    /// An attribute is a finding if a documented member with its name is an element or was read already. An element is
    /// a finding if the member is an attribute or was read already.
    private mutating func addOthers(
        _ rest: XMLElement, _ shape: SchemaShape, _ path: [PathStep], to members: inout JSONObject
    ) {
        for attribute in rest.attributes {
            let schemas = shape.schemas(ofMember: attribute.name) ?? []
            let isTaken = members[attribute.name] != nil
            let isMisplaced = isTaken || !validator.xmlHints(of: schemas).isAttribute
            // An attribute with a prefix may be another vocabulary's, as `xml:lang` is.
            if !shape.isOpen, !attribute.hasPrefix, isMisplaced {
                add("not documented as an attribute", schemas, path + [.member(attribute.name)])
            }
            if isTaken { continue }
            members[attribute.name] = TextReader(validator: validator).value(of: attribute.text, schemas)
        }
        for (name, elements) in OrderedMembers(grouping: rest.children, by: \.name) {
            // In a map, `additionalProperties` describes the members.
            let schemas = shape.schemas(ofMember: name) ?? []
            let memberPath = path + [.member(name)]
            let isTaken = members[name] != nil
            // Another branch of a union may document the member as an element.
            let isAttribute = !schemas.isEmpty && schemas.allSatisfy { validator.xmlHints(of: [$0]).isAttribute }
            let isMisplaced = isTaken || isAttribute
            if !shape.isOpen, isMisplaced { add("not documented as an element", schemas, memberPath) }
            if isTaken { continue }
            if elements.count == 1, !validator.isXMLArray(schemas) {
                members[name] = value(of: elements[0], schemas, memberPath)
            } else {
                members[name] = array(of: elements, schemas, memberPath)
            }
        }
    }

    private func isRequired(_ name: String, _ schemas: [Int]) -> Bool {
        validator.shapes.reachable(from: schemas).contains { schema in
            validator.schemas[schema].keywords.contains { keyword in
                (keyword as? RequiredKeyword)?.names.contains(exactly: name) ?? false
            }
        }
    }
}

extension XMLElement {
    fileprivate mutating func removeChildren(_ name: String) -> [XMLElement] {
        let found = children.filter { $0.name.hasSameCodeUnits(as: name) }
        if !found.isEmpty { children.removeAll { $0.name.hasSameCodeUnits(as: name) } }
        return found
    }

    fileprivate mutating func removeAttribute(_ name: String) -> String? {
        let indices = attributes.indices.filter { attributes[$0].name.hasSameCodeUnits(as: name) }
        // One with a prefix may be another vocabulary's.
        guard let index = indices.first(where: { !attributes[$0].hasPrefix }) ?? indices.first else { return nil }
        return attributes.remove(at: index).text
    }
}
