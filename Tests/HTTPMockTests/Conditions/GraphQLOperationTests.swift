import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct GraphQLOperationTests {
    @Test(arguments: [
        ("query Me { me { id } }", "Me"), ("mutation SignIn($a: String!) { x }", "SignIn"),
        ("subscription On{x}", "On"), ("query\tMe\n@live { x }", "Me"), ("query,Me{x}", "Me"),
        ("{ me }", nil), ("query { me }", nil), ("query($id: ID!) { user(id: $id) }", nil), ("", nil), ("query", nil),
        ("{ query mutation }", nil), ("query ($query: Q = {query: query}) { query x }", nil),
        ("# query Comment\nquery Me { x }", "Me"), ("# query Comment\r\nquery Me { x }", "Me"),
        ("# query Comment\rquery Me { x }", "Me"), ("fragment F on User { query name } query Me { ...F }", "Me"),
        (#"{ a(text: "} query Not") } query Me { x }"#, "Me"), (#"{ a(text: "\"} query Not") } query Me { x }"#, "Me"),
        (#"{ a(text: """ " } query Not \""" } """) } query Me { x }"#, "Me"), (#"{ a(t: "") } query Me { x }"#, "Me"),
        (#"{ a(t: """\"""" """) } query Me { x }"#, "Me"), (#"{ a(t: """\\""" """) } query Me { x }"#, "Me"),
        ("\u{FEFF}query Me { x }", "Me"), ("query Größe { x }", "Gr"),
        ("fragment query on User { id } query Viewer { ...query }", "Viewer"),
        ("fragment mutation on User @query { id } query Viewer { x }", "Viewer"),
        ("query @mutation { x } query Viewer { y }", "Viewer"), ("query Me @query { x }", "Me"),
        ("fragment F on query { id }", nil), ("} query Me { x }", "Me"),
    ])
    func firstNamedOperationIsFound(document: String, name: String?) {
        #expect(GraphQLOperation.firstName(in: document) == name)
    }

    private static func request(_ body: String, type: String, url: String = "https://a.com/graphql") throws
        -> MockRequest
    {
        let url = try #require(URL(string: url))
        var request = URLRequest(url: url)
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        return MockRequest(request, url: url, body: Data(body.utf8))
    }

    @Test(arguments: [
        (#"{"query": "query Me { me }"}"#, "query Me"), (#"{"query": "{ me }"}"#, "query"),
        (#"{"query": "mutation($a: ID) { x }"}"#, "mutation"), (#"{"query": "swift testing"}"#, nil), ("[1]", nil),
        (#"{"query": "query A { a } mutation B { b }", "operationName": "B"}"#, "mutation B"),
        (#"{"query": "fragment F on User { name } subscription S { ...F }"}"#, "subscription S"),
        (batch, "query A, query B"),
    ])
    func requestIsNamedByItsOperations(_ body: String, _ title: String?) throws {
        let url = try #require(URL(string: "https://a.com/graphql"))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        #expect(MockRequest(request, url: url, body: Data(body.utf8)).graphQLTitle == title)
    }

    private static let batch = #"""
        [{"query":"query A { a }","variables":{"id":1}},{"query":"query B { b }","variables":{"id":2}}]
        """#

    @Test func fragmentWithTheNameOfAKeywordIsNoOperation() throws {
        let body = #"{"query":"fragment query on User { id } query Viewer { ...query }"}"#
        let request = try Self.request(body, type: "application/json")
        #expect(RequestCondition.graphQL(operation: "Viewer").mismatch(request) == nil)
    }

    @Test func anyOperationOfABatchMatches() throws {
        let request = try Self.request(Self.batch, type: "application/json")
        #expect(RequestCondition.graphQL(operation: "A").mismatch(request) == nil)
        #expect(RequestCondition.graphQL(operation: "B").mismatch(request) == nil)
        #expect(RequestCondition.graphQL(operation: "B", variables: ["id": 2]).mismatch(request) == nil)
        #expect(RequestCondition.graphQL(operation: "B", variables: ["id": 1]).mismatch(request) != nil)
        #expect(
            RequestCondition.graphQL(operation: "C").mismatch(request)
                == #"GraphQL operations are "A", "B", expected "C" among them"#)
    }

    @Test func longNamesAreCutOffInAMessage() throws {
        let condition = RequestCondition.graphQL(operation: "Me")
        let name = String(repeating: "a", count: String.shownLimit + 1)
        let request = try Self.request(#"{"operationName":"\#(name)"}"#, type: "application/json")
        #expect(
            condition.mismatch(request)
                == #"GraphQL operation is "\#(name.dropLast())… (4097 bytes)", expected "Me""#)
        #expect(condition.edit(request) == nil)
        let operations = Array(repeating: #"{"operationName":"You"}"#, count: 1_000).joined(separator: ",")
        let batch = try Self.request("[\(operations)]", type: "application/json")
        let names = Array(repeating: #""You""#, count: 1_000).joined(separator: ", ")
        #expect(
            condition.mismatch(batch)
                == #"GraphQL operations are \#(names.prefix(4_096))… (6998 bytes), expected "Me" among them"#)
    }

    @Test func operationsOfAFormWithFilesMatch() throws {
        let operations = #"{"query":"mutation Upload($f: Upload!) { u(f: $f) }","variables":{"f":null}}"#
        let lines = [
            "--b", "Content-Disposition: form-data; name=\"operations\"", "", operations, "--b",
            "Content-Disposition: form-data; name=\"map\"", "", #"{"0":["variables.f"]}"#, "--b--", "",
        ]
        let request = try Self.request(
            lines.joined(separator: "\r\n"), type: "multipart/form-data; boundary=b")
        #expect(RequestCondition.graphQL(operation: "Upload").mismatch(request) == nil)
        #expect(RequestCondition.graphQL(operation: "Upload", variables: ["f": nil]).mismatch(request) == nil)
        #expect(RequestCondition.graphQL(operation: "Other").mismatch(request) != nil)
    }

    @Test func bodyThatIsADocumentMatches() throws {
        let request = try Self.request("query Me { me { id } }", type: "application/graphql; charset=utf-8")
        #expect(RequestCondition.graphQL(operation: "Me").mismatch(request) == nil)
        let plain = try Self.request("query Me { me { id } }", type: "text/plain")
        #expect(RequestCondition.graphQL(operation: "Me").mismatch(plain) != nil)
    }
}
