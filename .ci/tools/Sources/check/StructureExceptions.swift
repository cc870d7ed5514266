/// The functions that may have more than 14 decisions, and the modules whose bodies are not yet written out.
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

    /// A module, and why its bodies are not yet as the others are.
    struct Module {
        let name: String
        let reason: String
    }

    static let limit = 15

    static let functions = [
        Function(
            file: "Engine/RequestDispatcher.swift", name: "RequestDispatcher.dispatch",
            reason: "the steps of a request are one function that reads from top to bottom with early returns")
    ]

    /// To be empty; a module whose bodies hold the limits must leave this list.
    static let modules = [
        Module(
            name: "HTTPMock", reason: "16 ternaries for 1,000 lines; diagnosis and its tuples are to be written out")
    ]
}
