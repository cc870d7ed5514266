import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

/// Documents and values made to exhaust the stack or the time.
@Suite(.bounded) struct HostileDocumentTests {
    private func validator(_ schema: String) throws -> (SchemaValidator, Int) {
        try SchemaValidator.compile(JSONValue(parsing: Data(schema.utf8)))
    }

    /// Runs a function on a thread with a stack as small as those of Dispatch.
    private func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: body()) }
            thread.stackSize = 1 << 19
            thread.start()
        }
    }

    @Test(arguments: [
        ##"{"$ref": "#"}"##, ##"{"allOf": [{"$ref": "#"}, {"$ref": "#"}]}"##, ##"{"not": {"not": {"$ref": "#"}}}"##,
        ##"{"anyOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": {"oneOf": [{"$ref": "#"}]}}}"##,
        ##"{"$dynamicAnchor": "a", "if": {"$dynamicRef": "#a"}, "then": {"$dynamicRef": "#a"}}"##,
    ])
    func schemaThatReachesItselfEnds(_ schema: String) throws {
        let (validator, root) = try validator(schema)
        #expect(validator.violations(of: .null, against: root, direction: nil).isEmpty)
    }

    @Test func deepValueOfARecursiveSchemaIsChecked() async throws {
        let (validator, root) = try validator(
            ##"{"anyOf": [{"type": "null"}, {"allOf": [{"type": "array", "items": {"$ref": "#"}}]}]}"##)
        let depth = 500
        for (leaf, isValid) in [("null", true), ("1", false)] {
            let text = String(repeating: "[", count: depth) + leaf + String(repeating: "]", count: depth)
            let value = try JSONValue(parsing: Data(text.utf8))
            let isFound = await onSmallStack {
                validator.violations(of: value, against: root, direction: nil).isEmpty
            }
            #expect(isFound == isValid)
        }
    }

    @Test func chainOfReferencesIsCheckedOrGivenUp() async throws {
        let count = 20_000
        let links = (0..<count).map { ##""\##($0)": {"$ref": "#/$defs/\##($0 + 1)"}"## }.joined(separator: ",")
        let (validator, root) = try validator(##"{"$ref": "#/$defs/0", "$defs": {\##(links), "\##(count)": false}}"##)
        let messages = await onSmallStack {
            validator.violations(of: .null, against: root, direction: nil).map(\.message)
        }
        // A slow build needs a second before it is that deep.
        #expect(messages == [Abandonment.depth.text] || messages == [Abandonment.work.text])
    }

    @Test func doublingReferencesAreGivenUp() throws {
        let count = 40
        let links = (0..<count).map { index in
            ##""\##(index)": {"allOf": [{"$ref": "#/$defs/\##(index + 1)"}, {"$ref": "#/$defs/\##(index + 1)"}]}"##
        }.joined(separator: ",")
        let (validator, root) = try validator(##"{"$ref": "#/$defs/0", "$defs": {\##(links), "\##(count)": true}}"##)
        let messages = validator.violations(of: .null, against: root, direction: nil).map(\.message)
        #expect(
            messages == ["the check takes too long or more than 10 million steps for this value, so it was given up"])
    }

    @Test func endlessPatternIsGivenUpOnce() throws {
        let (validator, root) = try validator(#"{"items": {"pattern": "^(?:a|a|a)+$"}}"#)
        let text = JSONValue.string(String(repeating: "a", count: 64) + "!")
        let violations = validator.violations(
            of: .array(Array(repeating: text, count: 50)), against: root, direction: nil)
        #expect(violations.count == 50)
        #expect(
            violations.first?.message
                == "the pattern ^(?:a|a|a)+$ takes too long for this string, so the search was given up")
    }

    @Test func manySlowSearchesAreGivenUpTogether() throws {
        let (validator, root) = try validator(#"{"items": {"pattern": "^(?:x+x+)+[0-9]+$"}}"#)
        // A search of one of these texts is short, but there are many of them.
        let texts: [JSONValue] = (0..<20_000).map { number in
            JSONValue.string(String(repeating: "x", count: 12) + "\(number)")
        }
        let budget = CheckBudget(seconds: 0.01)
        var check = Evaluation(validator, direction: nil, collects: false, depthLimit: 50, budget: budget)
        let isValid = check.apply(root, to: .array(texts))
        #expect(!isValid || check.abandonment == .work)
        #expect(check.remainingTime < 0)
    }

    /// A value in more than 64 arrays is checked on a thread with a large stack.
    @Test(arguments: [0, 70]) func largeBodyHasTheTimeThatItNeeds(outerArrays: Int) throws {
        var schema = #"{"items": {"type": "array", "items": {"anyOf": [false, {"type": "integer"}]}}}"#
        let row = JSONValue.array(Array(repeating: .number(JSONNumber(1)), count: 100))
        var value = JSONValue.array(Array(repeating: row, count: 6_000))
        for _ in 0..<outerArrays {
            schema = #"{"items": \#(schema)}"#
            value = .array([value])
        }
        let (validator, root) = try validator(schema)
        #expect(validator.violations(of: value, against: root, direction: nil) == [])
    }

    @Test func secretElementIsMaskedInMessages() throws {
        let (validator, root) = try validator(#"{"properties": {"password": {"items": {"type": "integer"}}}}"#)
        let value = JSONValue.object(["password": .array([.string("hunter22")])])
        let messages = validator.violations(of: value, against: root, direction: nil).map(\.message)
        #expect(messages == ["expected integer, got string REDACTED"])
    }

    @Test func unevaluatedMembersOfManySchemasAreGivenUp() throws {
        let names = (0..<100).map { #""p\#($0)": {}"# }.joined(separator: ",")
        let schemas = Array(repeating: #"{"properties": {\#(names)}}"#, count: 2_000).joined(separator: ",")
        let (validator, root) = try validator(#"{"allOf": [\#(schemas)], "unevaluatedProperties": false}"#)
        var members: JSONObject = [:]
        for number in 0..<20_000 { members["m\(number)"] = .null }
        let value = JSONValue.object(members)
        let messages = validator.violations(of: value, against: root, direction: nil).map(\.message)
        #expect(messages == [Abandonment.work.text])
    }

    @Test func hugeEnumerationHasNoSuggestionAndEnds() throws {
        let values = (0..<20_000).map { "\"value\($0)\"" }.joined(separator: ",")
        let (validator, root) = try validator(#"{"items": {"enum": [\#(values)]}}"#)
        let elements = JSONValue.array(Array(repeating: .string("valeu7"), count: 200))
        let violations = validator.violations(of: elements, against: root, direction: nil)
        #expect(violations.count == 200)
        #expect(violations.last?.message.hasSuffix(#"or 19990 more, got string "valeu7""#) == true)
    }

    @Test func longPatternIsCutOffInMessages() throws {
        let (validator, root) = try validator(#"{"pattern": "^\#(String(repeating: "a", count: 5_000))$"}"#)
        let violations = validator.violations(of: .string(""), against: root, direction: nil)
        #expect(violations.first.map { $0.message.count < 300 } == true)
    }

    @Test func tenThousandOperationsAreFound() throws {
        let paths = (0..<10_000).map { index in
            #""/a\#(index % 100)/{x}/b\#(index)/{y}.json": {"get": {"responses": {"200": {}}}}"#
        }
        let document = #"{"openapi": "3.1.0", "paths": {\#(paths.joined(separator: ","))}}"#
        let contract = try APIContract(Data(document.utf8))
        let routes = ContractRoutes(contract.document.entries, servers: [])
        guard
            case .operation(let number, let parameters, _) = routes.match(
                "GET", RequestURL("http://h/a77/1/b9977/2.json"))
        else {
            Issue.record("not found")
            return
        }
        #expect(contract.operations[number].path == "/a77/{x}/b9977/{y}.json")
        #expect(parameters == ["x": "1", "y": "2"])
        guard case .unknownPath(let nearest) = routes.match("GET", RequestURL("http://h/a77/1/b9978/2.json")) else {
            Issue.record("found")
            return
        }
        #expect(nearest != nil)
    }

    @Test func deepTemplatesEnd() throws {
        let path = String(repeating: "/{a}", count: 5_000)
        let document = #"{"openapi": "3.1.0", "paths": {"\#(path)": {"get": {}}, "/x\#(path)": {"get": {}}}}"#
        let contract = try APIContract(Data(document.utf8))
        let url = RequestURL("http://h" + String(repeating: "/x", count: 5_000))
        guard case .operation = ContractRoutes(contract.document.entries, servers: []).match("GET", url) else {
            Issue.record("not found")
            return
        }
    }

    @Test func deepSchemasCompileOnASmallStack() async throws {
        let depth = 250
        let schema = String(repeating: #"{"not":"#, count: depth) + "true" + String(repeating: "}", count: depth)
        let document = Data(#"{"openapi": "3.1.0", "components": {"schemas": {"A": \#(schema)}}}"#.utf8)
        let isLoaded = await onSmallStack { (try? APIContract(document)) != nil }
        #expect(isLoaded)
    }
}
