/// The directives that one part of a schema uses.
struct DirectiveUse {
    let directives: [Syntax.Directive]
    let location: DirectiveLocation
    /// The schema coordinate of the part.
    let coordinate: String
    /// The number of the source.
    let source: Int

    init(_ directives: [Syntax.Directive], at location: DirectiveLocation, of coordinate: String, in source: Int) {
        self.directives = directives
        self.location = location
        self.coordinate = coordinate
        self.source = source
    }
}
