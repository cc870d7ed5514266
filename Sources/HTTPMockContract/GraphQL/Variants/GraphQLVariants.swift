import Foundation
import HTTPMock

/// Makes the answers that a schema allows instead of one answer, each with one change.
///
/// The answers without data come first. The changes of values follow, those nearest to the root first.
struct GraphQLVariants {
    /// An answer with one change.
    struct Change {
        /// The change with its location: `data.viewer.name null`.
        let name: String
        /// The change in words: `data.viewer.name is null`.
        let text: String
        let kind: String
        /// The rule that allows the change, mostly its kind and the field.
        let reason: String
        let answer: JSONValue
        /// Whether the answer has errors, which a client may throw.
        var mayThrow = false
    }

    /// A change whose answer is not made yet.
    private struct Candidate {
        /// The new value in words, as `three elements`.
        let change: String
        let kind: String
        /// The new value.
        let value: JSONValue
        /// The value that is changed.
        let work: Work
        let withError: Bool
    }

    /// The first changes that are allowed.
    struct Result {
        let changes: [Change]
        /// The number of changes after the last one that was tried.
        let omittedCount: Int
        /// False if some values were left out, because there are more changes than are collected.
        let isExact: Bool
    }

    /// A value whose changes are still to be found.
    private struct Work {
        let value: JSONValue
        let type: TypeReference
        let field: AnswerShape.Field
        let path: [PathStep]
    }

    private let data: JSONValue
    private let shape: AnswerShape
    private let contract: GraphQLContract
    private let source: GraphQLSource
    private let arguments: ArgumentValues
    private let request: MockRequest
    private var candidates: [Candidate] = []
    private var queue: [Work] = []
    /// The index of the first work in the queue that is not done.
    private var queueIndex = 0

    /// The number of changes after which no further value is changed.
    private static let candidateLimit = 20_000

    init(
        _ data: JSONValue, _ shape: AnswerShape, _ contract: GraphQLContract, _ source: GraphQLSource,
        _ arguments: ArgumentValues, _ request: MockRequest
    ) {
        self.data = data
        self.shape = shape
        self.contract = contract
        self.source = source
        self.arguments = arguments
        self.request = request
        addMembers(of: data, selection: shape.root, at: [])
        while queueIndex < queue.count, candidates.count < Self.candidateLimit {
            add(queue[queueIndex])
            queueIndex += 1
        }
    }

    /// Returns the first changes that are allowed.
    ///
    /// An answer may be large, so no answer is made or checked once the limit is reached.
    func changes(limit: Int, where isAllowed: (Change) -> Bool) -> Result {
        var allowed: [Change] = []
        var triedCount = 0
        let count = Self.errorChanges.count + candidates.count
        while triedCount < count, allowed.count < limit {
            let change = change(triedCount)
            if isAllowed(change) { allowed.append(change) }
            triedCount += 1
        }
        return Result(changes: allowed, omittedCount: count - triedCount, isExact: queueIndex == queue.count)
    }

    private func change(_ number: Int) -> Change {
        let errorChanges = Self.errorChanges
        if number < errorChanges.count { return errorChanges[number] }
        return change(candidates[number - errorChanges.count])
    }

    private var schema: TypeSystem { contract.types }

    // MARK: Changes

    /// The answers whose data is null or missing.
    private static let errorChanges: [Change] = {
        let error = Self.error(at: nil)
        let reason = "errors: every answer may have them"
        return [
            Change(
                name: "data null with an error", text: "data is null", kind: "error", reason: reason,
                answer: .object(["data": .null, "errors": error]), mayThrow: true),
            Change(
                name: "errors without data", text: "data is missing", kind: "error", reason: reason,
                answer: .object(["errors": error]), mayThrow: true),
        ]
    }()

    private static func error(at path: [PathStep]?) -> JSONValue {
        var error: JSONObject = ["message": .string("an error")]
        if let path {
            error["path"] = .array(
                path.map { step in
                    switch step {
                    case .member(let name): .string(name)
                    case .element(let index): .number(JSONNumber(index))
                    }
                })
        }
        return .array([.object(error)])
    }

    /// Makes the answer in which one value is another.
    private func change(_ candidate: Candidate) -> Change {
        let work = candidate.work
        var answer: JSONObject = ["data": data.replacing(work.path[...], with: candidate.value)]
        if candidate.withError { answer["errors"] = Self.error(at: work.path) }
        let issue = GraphQLIssue(
            rule: "", message: "", coordinate: work.field.coordinate, offset: work.field.offset)
        let places = GraphQLPlace(of: issue, schema, source, isRequest: false).places
        let location = work.path.text(after: "data")
        return Change(
            name: "\(location) \(candidate.change)", text: "\(location) is \(candidate.change)", kind: candidate.kind,
            reason: "\(candidate.kind): \(places)", answer: .object(answer), mayThrow: candidate.withError)
    }

    private mutating func append(
        _ change: String, _ kind: String, _ value: JSONValue, _ work: Work, withError: Bool = false
    ) {
        candidates.append(Candidate(change: change, kind: kind, value: value, work: work, withError: withError))
    }

    /// Adds the changes of a value, and the values inside as further work.
    private mutating func add(_ work: Work) {
        guard work.value != .null, let number = work.type.type else { return }
        if !work.type.isNonNull {
            append("null", "nullable", .null, work)
            append("null with an error", "error", .null, work, withError: true)
        }
        if work.type.isList { return addLists(work) }
        let type = schema.types[number]
        if let selection = work.field.selection {
            addTypes(selection, work)
            return addMembers(of: work.value, selection: selection, at: work.path)
        }
        for (change, value) in Self.leaves(of: type) where value != work.value {
            append(change, type.kind == .enumeration ? "enum" : "value", value, work)
        }
    }

    /// Adds lists of other lengths, and as further work the first element only, which stands for all.
    private mutating func addLists(_ work: Work) {
        guard let elements = work.value.elements, let first = elements.first else { return }
        append("[]", "list", .array([]), work)
        if elements.count != 1 { append("one element", "list", .array([first]), work) }
        if elements.count != 3 {
            let others = (1...2).map { number in
                elements.count > number ? elements[number] : withOtherID(first, number, work.field.selection)
            }
            append("three elements", "list", .array([first] + others), work)
        }
        queue.append(
            Work(value: first, type: work.type.ofElements, field: work.field, path: work.path + [.element(0)]))
    }

    /// Returns a copy of an object with another ID; other values, and objects without an ID, as they are.
    private func withOtherID(_ value: JSONValue, _ number: Int, _ selection: Int?) -> JSONValue {
        guard case .object(var members) = value, let selection, let branch = branch(of: value, selection) else {
            return value
        }
        for field in branch.fields {
            switch members[field.responseName] {
            case .string(let text) where schema.isID(field.type):
                members[field.responseName] = .string("\(text)-\(number + 1)")
            case .number(let old) where field.name == "id":
                // A larger number stays, because an Int has 32 bits.
                guard let integer = Int(old.description), integer < 1_000_000 else { continue }
                members[field.responseName] = .number(JSONNumber(integer + number))
            default: continue
            }
        }
        return .object(members)
    }

    /// Adds an object of each other branch of a selection, with the first type of the branch.
    private mutating func addTypes(_ selectionNumber: Int, _ work: Work) {
        let selection = shape.selections[selectionNumber]
        guard selection.branches.count > 1, let current = branch(of: work.value, selectionNumber) else { return }
        let identifier = work.value[member: "id"]
        for branch in selection.branches where branch.types != current.types {
            guard let type = branch.types.first else { continue }
            var maker = AnswerMaker(shape, arguments, AnswerSettings(), schema, request)
            guard let object = try? maker.object(selectionNumber, type: type, identifier: identifier) else { continue }
            append("__typename \"\(schema.types[type].name)\"", "type", object, work)
        }
    }

    // MARK: Members

    private mutating func addMembers(of object: JSONValue, selection: Int, at path: [PathStep]) {
        guard let branch = branch(of: object, selection) else { return }
        for field in branch.fields where !field.name.hasPrefix("__") {
            guard let value = object[member: field.responseName] else { continue }
            queue.append(
                Work(value: value, type: field.type, field: field, path: path + [.member(field.responseName)]))
        }
    }

    /// Returns the only branch, the branch of the type that an object names, or the first with the object's members.
    private func branch(of object: JSONValue, _ selectionNumber: Int) -> AnswerShape.Branch? {
        let selection = shape.selections[selectionNumber]
        guard selection.branches.count > 1 else { return selection.branches.first }
        let members = object.members ?? [:]
        if let type = selection.type(namedIn: members, schema), let branch = selection.branchOfType[type] {
            return selection.branches[branch]
        }
        let names = Set(members.keys)
        return selection.branches.first { Set($0.fields.map(\.responseName)) == names }
    }

    // MARK: Leaves

    /// Returns the values of an enum, or a few values of a built-in scalar; none for an ID and for other scalars.
    private static func leaves(of type: NamedType) -> [(change: String, value: JSONValue)] {
        if type.kind == .enumeration {
            return type.values.map { ("\"\($0.name)\"", .string($0.name)) }
        }
        switch type.name {
        case "Int": return numbers(["2147483647", "-2147483648"])
        case "Float": return numbers(["0.25", "-1"])
        case "Boolean": return [true, false].map { ("\($0)", .bool($0)) }
        case "String":
            let notASCII = "é 日本 👩‍👩‍👧"
            return [
                ("\"\"", .string("")), ("\"\(notASCII)\"", .string(notASCII)),
                ("1,000 characters", .string(String(repeating: "a", count: 1_000))),
            ]
        default: return []
        }
    }

    private static func numbers(_ texts: [String]) -> [(change: String, value: JSONValue)] {
        texts.map { ($0, .number(JSONNumber(spelled: $0))) }
    }
}

extension JSONValue {
    /// Returns the value with another value at a path.
    fileprivate func replacing(_ path: ArraySlice<PathStep>, with value: JSONValue) -> JSONValue {
        guard let step = path.first else { return value }
        let rest = path.dropFirst()
        switch (self, step) {
        case (.object(var members), .member(let name)):
            members[name] = members[name]?.replacing(rest, with: value)
            return .object(members)
        case (.array(var elements), .element(let index)) where elements.indices.contains(index):
            elements[index] = elements[index].replacing(rest, with: value)
            return .array(elements)
        default: return self
        }
    }
}
