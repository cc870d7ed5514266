import HTTPMock

/// Checks the outer form of an answer: `data`, `errors` and `extensions`.
///
/// - SeeAlso: [GraphQL §7.1](https://spec.graphql.org/September2025/#sec-Response-Format)
struct ResponseEnvelope {
    private(set) var issues: [GraphQLIssue] = []
    /// The value of `data`; nil without it, or if it is null.
    private(set) var data: JSONValue?

    /// Checks an answer.
    ///
    /// - Parameters:
    ///   - value: The answer.
    ///   - path: The location of the answer, which is empty except in a batch.
    init(_ value: JSONValue, at path: [PathStep]) {
        guard case .object(let members) = value else {
            report("expected an object with data or errors, got \(value.shown)", path)
            return
        }
        checkNames(members, path)
        // In `value`, a member that is null counts as missing; in `members`, it does not.
        data = value["data"]
        if let errors = value["errors"] {
            check(errors: errors, path + [.member("errors")])
        } else if members["data"] == nil {
            report("it has neither data nor errors", path)
        } else if data == nil {
            report("null, but without errors, which tell the reason", path + [.member("data")])
        }
        if let data, data.members == nil { report("expected an object, got \(data.shown)", path + [.member("data")]) }
        checkObject(members["extensions"], path + [.member("extensions")])
    }

    private mutating func report(
        _ message: String, _ path: [PathStep], isUndocumented: Bool = false, isNearMiss: Bool = false
    ) {
        issues.append(
            GraphQLIssue(
                rule: "response", message: message, path: path, isUndocumented: isUndocumented,
                isNearMiss: isNearMiss))
    }

    private mutating func checkNames(_ members: JSONObject, _ path: [PathStep]) {
        let known = ["data", "errors", "extensions"]
        for name in members.names(otherThan: known.contains) {
            let near = NearName.nearest(to: name, in: known.filter { members[$0] == nil })
            let hint = near.map { "; did you mean \"\($0)\"?" } ?? ", only data, errors and extensions are"
            report("not allowed\(hint)", path + [.member(name)])
        }
    }

    private mutating func checkObject(_ value: JSONValue?, _ path: [PathStep]) {
        guard let value, value != .null, value.members == nil else { return }
        report("expected an object, got \(value.shown)", path)
    }

    private mutating func check(errors: JSONValue, _ path: [PathStep]) {
        guard let elements = errors.elements else {
            return report("expected a list of errors, got \(errors.shown)", path)
        }
        if elements.isEmpty { report("a list of errors is never empty", path) }
        for (index, error) in elements.enumerated() { check(error: error, path + [.element(index)]) }
    }

    private mutating func check(error: JSONValue, _ path: [PathStep]) {
        guard let members = error.members else {
            return report("expected an error with message, got \(error.shown)", path)
        }
        if members["message"]?.string == nil {
            let flaw = members["message"].map { "expected a string, got \($0.shown)" } ?? "missing, but required"
            report(flaw, path + [.member("message")])
        }
        check(locations: members["locations"], path + [.member("locations")])
        check(path: members["path"], path + [.member("path")])
        checkObject(members["extensions"], path + [.member("extensions")])
        let known = ["message", "locations", "path", "extensions"]
        for name in members.names(otherThan: known.contains) {
            guard let near = NearName.nearest(to: name, in: known.filter { members[$0] == nil }) else { continue }
            let message = "not documented; did you mean \"\(near)\"?"
            report(message, path + [.member(name)], isUndocumented: true, isNearMiss: true)
        }
    }

    private mutating func check(locations: JSONValue?, _ path: [PathStep]) {
        guard let locations, locations != .null else { return }
        let areValid =
            locations.elements?.allSatisfy { place in
                guard let line = place["line"]?.integer, let column = place["column"]?.integer else { return false }
                return line > 0 && column > 0
            } ?? false
        if !areValid { report("expected a list of line and column, from 1, got \(locations.shown)", path) }
    }

    private mutating func check(path value: JSONValue?, _ path: [PathStep]) {
        guard let value, value != .null else { return }
        let isValid =
            value.elements?.allSatisfy { step in
                if step.string != nil { return true }
                guard let index = step.integer else { return false }
                return index >= 0
            } ?? false
        if !isValid { report("expected a list of names and indices, got \(value.shown)", path) }
    }
}
