import Foundation
import HTTPMock

/// A value of an OpenAPI document with its location.
struct DocumentNode {
    let value: JSONValue
    let pointer: JSONPointer
    private let root: JSONValue

    /// A document as a whole.
    init(_ root: JSONValue) {
        self.init(value: root, pointer: .root, root: root)
    }

    private init(value: JSONValue, pointer: JSONPointer, root: JSONValue) {
        self.value = value
        self.pointer = pointer
        self.root = root
    }

    /// A member, without following a reference.
    subscript(member: String) -> DocumentNode? {
        value[member: member].map { DocumentNode(value: $0, pointer: pointer.appending(member), root: root) }
    }

    /// The members, sorted by name; none if the value is no object.
    var members: [(name: String, node: DocumentNode)] {
        (value.members ?? [:]).sorted { $0.key < $1.key }.map { name, value in
            (name, DocumentNode(value: value, pointer: pointer.appending(name), root: root))
        }
    }

    /// The elements; none if the value is no array.
    var elements: [DocumentNode] {
        (value.elements ?? []).enumerated().map { index, value in
            DocumentNode(value: value, pointer: pointer.appending(index), root: root)
        }
    }

    /// The same members.
    ///
    /// - Throws: ``SchemaError`` if the value is neither an object nor null.
    func checkedMembers() throws -> [(name: String, node: DocumentNode)] {
        switch value {
        case .object, .null: return members
        default: throw error("expected an object, got \(value.shown)")
        }
    }

    /// The same elements.
    ///
    /// - Throws: ``SchemaError`` if the value is neither an array nor null.
    func checkedElements() throws -> [DocumentNode] {
        switch value {
        case .array, .null: return elements
        default: throw error("expected an array, got \(value.shown)")
        }
    }

    /// The text of a member; nil if the member is missing or no string.
    func string(_ member: String) -> String? { value[member: member]?.string }

    /// True if a member is `true`.
    func flag(_ member: String) -> Bool { value[member: member] == .bool(true) }

    /// Returns the target of the node's references; the node itself if it is no reference.
    ///
    /// - Throws: ``SchemaError`` for a reference that leads nowhere, out of the document, or to itself.
    func resolved() throws -> DocumentNode {
        var node = self
        var seen: Set<JSONPointer> = []
        while let reference = node.string("$ref") {
            let place = node.pointer.appending("$ref")
            guard seen.insert(node.pointer).inserted else {
                throw SchemaError(pointer: place, reason: "the reference \"\(reference)\" leads back to itself")
            }
            guard reference.hasPrefix("#") else {
                throw SchemaError(pointer: place, reason: "the reference \"\(reference)\" leads out of the document")
            }
            guard let text = reference.dropFirst().removingPercentEncoding, let pointer = JSONPointer(text),
                let value = root[pointer]
            else { throw SchemaError(pointer: place, reason: "the reference \"\(reference)\" leads nowhere") }
            node = DocumentNode(value: value, pointer: pointer, root: root)
        }
        return node
    }

    /// A defect of this node.
    func error(_ reason: String) -> SchemaError { SchemaError(pointer: pointer, reason: reason) }
}
