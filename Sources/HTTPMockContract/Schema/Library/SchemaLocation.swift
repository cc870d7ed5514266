/// A location in one of the documents of a library, by which a schema is identified.
struct SchemaLocation: Hashable, Sendable {
    let document: Int
    let pointer: JSONPointer

    /// Returns the location of a member.
    func appending(_ name: String) -> SchemaLocation {
        SchemaLocation(document: document, pointer: pointer.appending(name))
    }

    /// Returns the location of an element.
    func appending(_ index: Int) -> SchemaLocation {
        SchemaLocation(document: document, pointer: pointer.appending(index))
    }
}
