/// A location in a document of a contract: a JSON pointer and, through the document, a line.
struct DocumentLocation: Sendable {
    let pointer: JSONPointer
    /// The document; nil for a metaschema.
    let source: SourceDocument?

    init(_ pointer: JSONPointer, in source: SourceDocument?) {
        self.pointer = pointer
        self.source = source
    }

    /// The pointer with its escapes, without a number sign.
    var text: String { pointer.text }

    /// The location of a member.
    func appending(_ name: String) -> DocumentLocation { DocumentLocation(pointer.appending(name), in: source) }

    /// The location of an element.
    func appending(_ index: Int) -> DocumentLocation { DocumentLocation(pointer.appending(index), in: source) }

    /// The position in the document's text; that of the nearest value around the location if there is no value at it.
    var position: TextPosition? { source?.position(of: pointer) }
}

extension DocumentLocation: Hashable {
    static func == (lhs: DocumentLocation, rhs: DocumentLocation) -> Bool {
        lhs.pointer == rhs.pointer && lhs.source?.file == rhs.source?.file
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(pointer)
    }
}

extension DocumentLocation: CustomStringConvertible {
    /// The pointer and the line: `#/paths/~1pets, openapi.yaml:12`, and `line 12` for a document without a file.
    var description: String {
        guard let line = position?.line else { return "\(pointer)" }
        return "\(pointer), \(source?.file.map { "\($0):\(line)" } ?? "line \(line)")"
    }
}
