import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The commands of the tool with a GraphQL schema, run and asked as their user does.
@Suite(.bounded) struct GraphQLCommandTests {
    private let folder: TemporaryFolder
    private let session = URLSession(configuration: .ephemeral)

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            type Query { viewer: User count: Int! }
            type User { id: ID! name: String! }
            """, to: "schema.graphqls")
    }

    private func start(_ arguments: String...) async throws -> RunningTool {
        try await RunningTool(["serve"] + arguments + ["--port", "0"], in: folder.url)
    }

    private func post(_ tool: RunningTool, _ query: String, path: String = "/graphql") async throws -> HTTPReply {
        try await HTTPReply.get(
            tool.address + path, from: session, method: "POST", headers: ["Content-Type": "application/json"],
            body: #"{"query": "\#(query)"}"#)
    }

    /// A line of a request without its time and its duration.
    private func shown(_ line: String) -> String {
        line.replacing(/^[0-9]{2}:[0-9]{2}:[0-9]{2} | +[0-9]+ ms$/, with: "")
    }

    @Test func aSchemaIsServedAtOnePath() async throws {
        let tool = try await start("schema.graphqls")
        let reply = try await post(tool, "query Viewer { viewer { id name } }")
        #expect(reply.text == #"{"data":{"viewer":{"id":"User-1","name":"name"}}}"#)
        #expect(try await post(tool, "{ vewer { id } }").status == 422)
        let other = try await post(tool, "{ count }", path: "/api")
        #expect(other.status == 404)
        #expect(other.text.contains("the GraphQL service answers at /graphql. To fix this, send POST /graphql"))
        #expect(other.text.contains("no response for POST \(tool.address)/api\n"))
        #expect(!other.text.contains("record the request"))
        let page = try await HTTPReply.get(tool.address + "/graphql", from: session)
        #expect(page.status == 404)
        #expect(page.text.contains("no response for GET \(tool.address)/graphql\n"))
        #expect(page.text.contains(#"To fix this, send POST /graphql with {"query": "…"}"#))
        let end = try await tool.end()
        #expect(end.error.contains("schema.graphqls: GraphQL schema, 2 types, at /graphql"))
        #expect(
            end.output[1...2].map(shown) == [
                "POST /graphql query Viewer → 200  generated", "POST /graphql query → 422  refused",
            ])
    }

    @Test func recordedAnswersComeBeforeGeneratedOnes() async throws {
        let recorded = #"{"data":{"count":7}}"#
        let entry = SampleHAR.entry("GET", "https://api.example.com/graphql?query=%7Bcount%7D", body: recorded)
        try folder.write(SampleHAR.document(entry), to: "shop.har")
        let tool = try await start("schema.graphqls", "shop.har")
        let url = tool.address + "/graphql?query="
        #expect(try await HTTPReply.get(url + "%7Bcount%7D", from: session).text == recorded)
        let other = try await HTTPReply.get(url + "%7Bn:count%7D", from: session)
        #expect(other.text == #"{"data":{"n":1}}"#)
        let end = try await tool.end()
        #expect(
            end.output[1...2].map(shown) == [
                "GET /graphql query → 200  shop.har, entry 1", "GET /graphql query → 200  schema.graphqls, generated",
            ])
    }

    @Test func aFolderAndTheAnswerToIntrospectionAreSchemas() async throws {
        let introspection = try await start("schema.graphqls")
        let query =
            "{ __schema { queryType { name } types { kind name fields { name args { name } type { kind name ofType { name kind } } } enumValues { name } } directives { name locations args { name } } } }"
        try folder.write(try await post(introspection, query).text, to: "answer.json")
        _ = try await introspection.end()
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("parts"), withIntermediateDirectories: true)
        try folder.write(try folder.text(of: "schema.graphqls"), to: "parts/a.graphql")
        for name in ["answer.json", "parts"] {
            let tool = try await start(name)
            #expect(try await post(tool, "{ count }").text == #"{"data":{"count":1}}"#)
            _ = try await tool.end()
        }
    }

    @Test func changedFilesOfAFolderAreReadAgain() async throws {
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("parts"), withIntermediateDirectories: true)
        try folder.write("type Query { count: Int! }", to: "parts/a.graphqls")
        let tool = try await start("parts", "--watch")
        #expect(try await post(tool, "{ name }").status == 422)
        try folder.write("extend type Query { name: String }", to: "parts/b.graphqls")
        #expect(try await tool.waitForOutput("parts: read again"))
        #expect(try await post(tool, "{ name }").text == #"{"data":{"name":"name"}}"#)
        try folder.write("extend type Query { name: Int }", to: "parts/b.graphqls")
        while try await post(tool, "{ name }").text != #"{"data":{"name":1}}"# { try Task.checkCancellation() }
        #expect(try await tool.end().status == 0)
    }

    @Test func aCheckReportsInvalidOperationsAndRefusesThem() async throws {
        let tool = try await start("schema.graphqls", "--check", "schema.graphqls")
        let reply = try await post(tool, "{ vewer { id } }")
        #expect(reply.status == 422)
        #expect(reply.text.hasPrefix(#"{"errors":["#))
        let end = try await tool.end()
        #expect(end.error.contains(#"POST /graphql query: Query has no field vewer; did you mean "viewer"?"#))
        #expect(end.output.last == "1 request, 1 violation of the contract")
        #expect(end.status == 1)
    }

    @Test func adviceOfACheckIsForTheUserOfTheTool() async throws {
        let url = "https://api.example.com/graphql?query=%7Bviewer%7Bid%7D%7D"
        let entry = SampleHAR.entry("GET", url, body: #"{"data":{"viewer":{"id":1}}}"#)
        try folder.write(SampleHAR.document(entry), to: "shop.har")
        let tool = try await start("shop.har", "--check", "schema.graphqls")
        let reply = try await HTTPReply.get(tool.address + "/graphql?query=%7Bviewer%7Bid%7D%7D", from: session)
        #expect(reply.status == 200)
        _ = try await HTTPReply.get(
            tool.address + "/graphql", from: session, method: "POST", headers: ["Content-Type": "application/json"],
            body: #"{"extensions": {"persistedQuery": {"version": 1, "sha256Hash": "0a"}}}"#)
        let end = try await tool.end()
        #expect(end.error.contains("To fix this, write the IDs as strings.\n"))
        #expect(end.error.contains("To fix this, let the client send the text of the operation.\n"))
        #expect(!end.error.contains("undocumentedProperties"))
        #expect(!end.error.contains("GraphQLContract"))
    }

    @Test func warningsAboutARecordingAreOnStandardErrorAndNoFindings() async throws {
        let url = "https://api.example.com/graphql?query=%7Bviewer%7Bid%7D%7D"
        let entry = SampleHAR.entry("GET", url, body: #"{"data":{"viewer":{"id":1}}}"#)
        try folder.write(SampleHAR.document(entry), to: "shop.har")
        let run = try await ToolRun(["check", "shop.har", "--against", "schema.graphqls"], in: folder.url)
        #expect(
            run.error.hasPrefix(
                "shop.har:1: warning: entry 1: GET /graphql query → 200 data.viewer.id: an integer, but an ID is a string ("
            ))
        #expect(run.output == "shop.har: fine\n")
        #expect(run.status == 0)
    }

    @Test func aRecordingIsCheckedAgainstASchema() async throws {
        let url = "https://api.example.com/graphql?query="
        let good = SampleHAR.entry("GET", url + "%7Bcount%7D", body: #"{"data":{"count":7}}"#)
        let bad = SampleHAR.entry("GET", url + "%7Bcount%7D", body: #"{"data":{"count":"7"}}"#)
        let invalid = SampleHAR.entry("GET", url + "%7Bcuont%7D", body: #"{"errors":[{"message":"no"}]}"#)
        try folder.write(SampleHAR.document(good, bad, invalid, SampleHAR.entry()), to: "shop.har")
        let run = try await ToolRun(["check", "shop.har", "--against", "schema.graphqls"], in: folder.url)
        #expect(run.status == 1)
        #expect(run.output.contains("entry 2: GET /graphql query → 200 data.count: expected Int, got string \"7\""))
        #expect(run.output.contains(#"entry 3: GET /graphql query: Query has no field cuont; did you mean "count"?"#))
        #expect(!run.output.contains("entry 1"))
        #expect(!run.output.contains("entry 4"))
    }
}
