import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded) struct UndocumentedQueryTests {
    private func problems(
        _ path: String, _ undocumented: UndocumentedProperties = .fail
    ) throws -> [ContractProblem] {
        try Petstore.checker(undocumented).problems(of: Petstore.request("GET", path))
    }

    @Test func undocumentedParameterIsReportedOnce() throws {
        #expect(
            try problems("/pets?limit=1&limt=2&page=1&page=2").map(\.text.withoutLines) == [
                "GET /v1/pets request query.limt: not documented (#/paths/~1pets/get)",
                "GET /v1/pets request query.page: not documented (#/paths/~1pets/get)",
            ])
    }

    @Test func misspelledParameterHasASuggestion() throws {
        let problems = try problems("/pets?limt=2").map(\.text.withoutLines)
        #expect(
            problems.last
                == #"GET /v1/pets request query.limt: not documented; did you mean "limit"? (#/paths/~1pets/get)"#)
    }

    @Test func undocumentedParameterIsWhatIsChosen() throws {
        #expect(try problems("/pets?limit=1&page=1", .warn).map(\.isWarning) == [true])
        #expect(try problems("/pets?limit=1&page=1", .allow) == [])
    }

    @Test(arguments: [
        (#"{"name": "filter", "in": "query", "style": "deepObject", "schema": {"type": "object"}}"#, "filter[a][b]=1"),
        (#"{"name": "f", "in": "query", "schema": {"type": "object", "properties": {"a": {}, "b": {}}}}"#, "a=1&b=2"),
        (#"{"name": "any", "in": "query", "schema": {"type": "object"}}"#, "x=1&y=2"),
        (#"{"name": "ids[]", "in": "query", "schema": {"type": "array"}}"#, "ids[]=1&ids%5B%5D=2"),
    ])
    func partsOfAParameterAreDocumented(parameter: String, query: String) throws {
        let document =
            #"{"openapi": "3.1.0", "paths": {"/x": {"get": {"parameters": [\#(parameter)], "responses": {}}}}}"#
        let checker = ContractChecker(try APIContract(Data(document.utf8)), undocumented: .fail, server: nil)
        let request = CheckedRequest(method: "GET", url: RequestURL("https://a.com/x?\(query)"))
        #expect(checker.problems(of: request) == [])
    }

    @Test func misspelledNamesComeFirst() throws {
        let query = (1...12).map { "new\($0)=1" }.joined(separator: "&")
        let problems = try problems("/pets?limit=1&\(query)&tgs=1", .warn)
        let text = ContractReport.text(of: problems, in: "request 1", from: .request, isWarning: true)
        let lines = text.split(separator: "\n")
        #expect(lines[1].contains(#"query.tgs: not documented; did you mean "tags"?"#))
        #expect(lines.contains("  and 3 more"))
    }

    @Test func misspelledMembersComeFirst() throws {
        let others = (1...250).map { #""new\#($0)": 1"# }.joined(separator: ",")
        let response = Petstore.json(200, #"{"id": 1, "name": "Rex", \#(others), "statuss": 1}"#)
        let problems = try Petstore.checker(.fail).problems(of: response, to: Petstore.request("GET", "/pets/7"))
        #expect(problems.first?.text.contains(#"did you mean "status"?"#) == true)
    }
}
