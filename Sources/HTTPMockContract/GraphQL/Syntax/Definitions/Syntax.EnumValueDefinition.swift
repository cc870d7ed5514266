extension Syntax {
    struct EnumValueDefinition: Sendable {
        let description: String?
        let name: Name
        let directives: [Directive]
    }
}
