/// The schema that a reference leads to.
struct SchemaTarget {
    let id: Int
    let location: SchemaLocation
}
