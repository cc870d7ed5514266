import HTTPMock

/// The value that a reference outside of schemas leads to.
struct ReferenceTarget {
    let value: JSONValue
    let pointer: JSONPointer
}
