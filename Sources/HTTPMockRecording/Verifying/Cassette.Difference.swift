import Foundation
import HTTPMock

extension Cassette {
    /// A difference between a recorded response and the network's, or the reason why a request was not sent.
    ///
    /// Responses are compared by failure, status class, media type and, if they are JSON, the shape of the body.
    public struct Difference: Sendable, Hashable, CustomStringConvertible {
        /// The entry that differs.
        public let entry: Entry
        /// The text of the difference, as in `user.name is gone`.
        public let text: String
        /// Whether the difference is harmless: a new member, or a value that was null.
        public let isNote: Bool

        /// The end of the sentence that begins with "To fix this".
        package let fix: String

        init(
            entry: Entry, text: String, isNote: Bool = false, fix: String = "record it again: HTTPMOCK_RECORD=all"
        ) {
            self.entry = entry
            self.text = text
            self.isNote = isNote
            self.fix = fix
        }

        /// The entry and the text of the difference.
        public var description: String { "\(entry): \(text)" }

        /// Returns the first difference in failure, status class or media type, or else those in the shapes of JSON.
        static func all(between entry: Entry, and record: RecordedRequest) -> [Difference] {
            func difference(_ text: String, isNote: Bool = false) -> Difference {
                Difference(entry: entry, text: text, isNote: isNote)
            }
            guard let status = record.status else {
                if entry.error != nil { return [] }
                let error = record.error.flatMap(HARFailure.text) ?? "no response"
                let fix = "reach the service, and run the test again"
                return [Difference(entry: entry, text: "the network failed (\(error))", fix: fix)]
            }
            guard let recorded = entry.status else { return [difference("the status is \(status), was a failure")] }
            if status / 100 != recorded / 100 { return [difference("the status is \(status), was \(recorded)")] }
            let type = mediaType(record.joinedHeaders.map { HARField($0.key, $0.value) })
            let recordedType = mediaType(entry.recorded.response.playedHeaders)
            if type != recordedType {
                return [difference("the media type is \(type), was \(recordedType)")]
            }
            let body = record.responseBody
            guard let old = JSONValue(entry.responseBody) else { return [] }
            guard let new = JSONValue(body) else { return [difference("the body is no JSON any more")] }
            return JSONShape(old).changes(to: JSONShape(new)).map { change in
                difference("\(change.owner) \(change.text)", isNote: change.isNote)
            }
        }

        private static func mediaType(_ headers: [HARField]) -> MediaEssence {
            MediaEssence(headers.firstValue("Content-Type"))
        }
    }
}

/// The members of a JSON value and their types, at every depth.
///
/// Values and the number of elements don't count.
indirect enum JSONShape: Equatable {
    /// A string, a number or a boolean, by its type in words.
    case scalar(String)
    case null
    /// The shape of all elements; nil for an empty array.
    case array(JSONShape?)
    case object([ExactText: Member])
    /// The different shapes of the elements of one array.
    case mixed([JSONShape])

    struct Member: Equatable {
        var shape: JSONShape
        /// Whether every object of the array has the member; always true outside an array.
        var isRequired: Bool
    }

    init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool: self = .scalar("a boolean")
        case .number: self = .scalar("a number")
        case .string: self = .scalar("a string")
        case .array(let elements):
            var merged: JSONShape?
            for element in elements {
                let shape = JSONShape(element)
                merged = merged?.merged(with: shape) ?? shape
            }
            self = .array(merged)
        case .object(let members):
            let shapes = members.map { (ExactText($0), Member(shape: JSONShape($1), isRequired: true)) }
            self = .object(Dictionary(uniqueKeysWithValues: shapes))
        }
    }

    /// Returns the shape of an array's elements that have one of two shapes.
    private func merged(with other: JSONShape) -> JSONShape {
        switch (self, other) {
        case _ where self == other: return self
        case (.object(let members), .object(let others)):
            var merged = members.merging(others) { one, another in
                Member(shape: one.shape.merged(with: another.shape), isRequired: one.isRequired && another.isRequired)
            }
            for name in merged.keys where members[name] == nil || others[name] == nil {
                merged[name]?.isRequired = false
            }
            return .object(merged)
        case (.array(let element), .array(let otherElement)):
            guard let element, let otherElement else { return .array(element ?? otherElement) }
            return .array(element.merged(with: otherElement))
        case (.mixed(let shapes), .mixed(let others)): return others.reduce(.mixed(shapes)) { $0.merged(with: $1) }
        case (.mixed(let shapes), _):
            guard let index = shapes.firstIndex(where: { $0.type == other.type }) else {
                return .mixed(shapes + [other])
            }
            var changed = shapes
            changed[index] = shapes[index].merged(with: other)
            return .mixed(changed)
        case (_, .mixed): return other.merged(with: self)
        default: return .mixed([self, other])
        }
    }

    /// The type in words, without members.
    private var type: String {
        switch self {
        case .scalar(let name): name
        case .null: "null"
        case .array: "an array"
        case .object: "an object"
        case .mixed(let shapes): shapes.map(\.type).sorted().joined(separator: " or ")
        }
    }

    /// A difference at a path in a JSON value.
    struct Change: Equatable {
        let path: String
        let text: String
        /// Whether the change is harmless: a new member, or a value that was null.
        let isNote: Bool

        /// The path, or the whole body.
        var owner: String { path.isEmpty ? "the body" : path }
    }

    /// Returns the changes that lead from this shape to another shape.
    func changes(to other: JSONShape, at path: String = "") -> [Change] {
        switch (self, other) {
        case (.object(let members), .object(let others)):
            let names = Set(members.keys).union(others.keys).sorted()
            let prefix = path.isEmpty ? "" : "\(path)."
            return names.flatMap { Self.changes(members[$0], others[$0], at: prefix + $0.text) }
        case (.array(let element?), .array(let other?)): return element.changes(to: other, at: "\(path)[]")
        // An empty array has no shape to compare.
        case (.array, .array): return []
        case (.null, .null): return []
        case (.null, _): return [Change(path: path, text: "is \(other.type), was null", isNote: true)]
        case (.mixed(let shapes), .mixed(let others)):
            return others.flatMap { Self.changes(from: shapes, to: $0, at: path) }
        case (.mixed(let shapes), _): return Self.changes(from: shapes, to: other, at: path)
        case (_, .mixed(let others)): return others.flatMap { self.changes(to: $0, at: path) }
        default:
            guard type != other.type else { return [] }
            return [Change(path: path, text: "is \(other.type), was \(type)", isNote: false)]
        }
    }

    /// Returns the changes of a member, which may be missing on one side.
    private static func changes(_ old: Member?, _ new: Member?, at path: String) -> [Change] {
        switch (old, new) {
        case (let old?, let new?):
            var changes = old.shape.changes(to: new.shape, at: path)
            if old.isRequired, !new.isRequired {
                changes.append(Change(path: path, text: "is missing in some elements", isNote: false))
            }
            return changes
        case (let old?, nil) where old.isRequired: return [Change(path: path, text: "is gone", isNote: false)]
        case (_?, nil): return []
        case (nil, _?): return [Change(path: path, text: "is new", isNote: true)]
        case (nil, nil): return []
        }
    }

    /// Returns the changes from the one of several shapes that has the type of another shape, which is not mixed.
    ///
    /// If none has the type, the type itself is a change.
    private static func changes(from shapes: [JSONShape], to other: JSONShape, at path: String) -> [Change] {
        if let match = shapes.first(where: { $0.type == other.type }) { return match.changes(to: other, at: path) }
        let type = JSONShape.mixed(shapes).type
        return [Change(path: path, text: "is \(other.type), was \(type)", isNote: false)]
    }
}
