extension Syntax {
    enum TypeKind: String, Sendable {
        case scalar
        case object
        case interface
        case union
        case enumeration
        case input
    }
}
