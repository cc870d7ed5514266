/// The functions that may have more than 14 decisions.
enum StructureExceptions {
    /// A function, and why more decisions read better there than fewer.
    struct Function {
        /// The end of the file's path.
        let file: String
        /// The name with the types around it, as in `Outer.name`.
        let name: String
        let reason: String

        func describes(_ function: SwiftFile.Function, in path: String) -> Bool {
            function.qualifiedName == name && path.hasSuffix(file)
        }
    }

    /// The most exceptions.
    static let limit = 15

    static let functions: [Function] = []
}
