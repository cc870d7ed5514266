/// A location in a document of a contract: a JSON pointer, by which its line is found.
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

    /// Returns the location of a member.
    func appending(_ name: String) -> DocumentLocation {
        DocumentLocation(pointer.appending(name), in: source)
    }

    /// Returns the location of an element.
    func appending(_ index: Int) -> DocumentLocation {
        DocumentLocation(pointer.appending(index), in: source)
    }

    /// The position of the location's value in the document, or of the nearest outer value.
    ///
    /// Nil in a metaschema, and in a document that is not YAML or has no value.
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
    /// The pointer and the line, as in `#/paths/~1pets, openapi.yaml:12`; without a file `line 12`.
    ///
    /// A location without a position has no line.
    var description: String {
        guard let line = position?.line else { return "\(pointer)" }
        guard let file = source?.file else { return "\(pointer), line \(line)" }
        return "\(pointer), \(file):\(line)"
    }
}
