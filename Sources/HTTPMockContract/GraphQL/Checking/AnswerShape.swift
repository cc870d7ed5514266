import HTTPMock

/// The form of an operation's answer: its merged selections, for each type of an object.
///
/// Created by ``ShapeCompiler``, kept by ``PreparedDocument``, and read by checks, generated answers, variants and
/// coverage.
final class AnswerShape: Sendable {
    /// A selected field, with the arguments of its first occurrence.
    ///
    /// It is a class, because each value of an answer is passed on with its field, and a reference is cheap to copy.
    final class Field: Sendable {
        let responseName: String
        let name: String
        /// The schema coordinate: `Repository.name`.
        let coordinate: String
        let type: TypeReference
        /// The named type, if it is a scalar that every schema has.
        let scalar: BuiltInScalar?
        /// The byte of the document at which the field is selected.
        let offset: Int
        let arguments: [Syntax.Argument]
        /// Whether the field may be missing, because a variable that decides is not known.
        let isOptional: Bool
        /// The number of the selection inside; nil for a leaf, and for a field of an unknown type.
        let selection: Int?

        init(
            responseName: String, name: String, coordinate: String, type: TypeReference, scalar: BuiltInScalar?,
            offset: Int, arguments: [Syntax.Argument], isOptional: Bool, selection: Int?
        ) {
            self.responseName = responseName
            self.name = name
            self.coordinate = coordinate
            self.type = type
            self.scalar = scalar
            self.offset = offset
            self.arguments = arguments
            self.isOptional = isOptional
            self.selection = selection
        }
    }

    /// The fields of some object types, which are the same for all of them.
    struct Branch: Sendable {
        /// The numbers of the types, in the order of the schema.
        let types: [Int]
        let fields: [Field]
        /// The index of each field, by its response name.
        let numbers: [String: Int]
    }

    /// The merged selections of one place.
    struct Selection: Sendable {
        /// The number of the type that the schema gives to the place.
        let type: Int
        let branches: [Branch]
        /// The index of the branch of each type.
        let branchOfType: [Int: Int]
        /// The response names with which some branch selects `__typename`, and `__typename` itself.
        let typenames: [String]

        /// Returns the number of the possible type that an object names, if it names one.
        func type(namedIn members: JSONObject, _ schema: TypeSystem) -> Int? {
            for name in typenames {
                guard case .string(let text)? = members[name], let type = schema.number(of: text),
                    branchOfType[type] != nil
                else { continue }
                return type
            }
            return nil
        }
    }

    /// The selections by number, also those inside of others.
    let selections: [Selection]
    /// The number of the selection of the root.
    let root: Int

    init(_ selections: [Selection], root: Int) {
        self.selections = selections
        self.root = root
    }
}
