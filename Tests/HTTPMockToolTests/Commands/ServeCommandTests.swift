import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `http-mock serve`, run and asked as its user does.
@Suite(.bounded) struct ServeCommandTests {
    let folder: TemporaryFolder
    private let session = URLSession(configuration: .ephemeral)

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            SampleHAR.document(
                SampleHAR.entry(body: #"{"id":1}"#), SampleHAR.entry(body: #"{"id":2}"#),
                SampleHAR.entry("GET", "https://auth.example.com/token", body: "t"),
                SampleHAR.entry("GET", "http://api.example.com/plain", body: "p")), to: "shop.har")
        try folder.write(
            """
            {"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"servers":[{"url":"https://pets.example.com/v1"}],
            "paths":{"/pets/{id}":{"get":{"operationId":"getPet","parameters":[{"name":"id","in":"path","required":true,
            "schema":{"type":"integer"}}],"responses":{"200":{"description":"","content":{"application/json":{
            "example":{"id":7},"schema":{"type":"object"}}}}}}}}}
            """, to: "pets.json")
    }

    private func start(_ arguments: String...) async throws -> RunningTool {
        try await RunningTool(["serve"] + arguments + ["--port", "0"], in: folder.url)
    }

    private func get(_ tool: RunningTool, _ path: String) async throws -> HTTPReply {
        try await HTTPReply.get(tool.address + path, from: session)
    }

    /// A line of a request without its time and its duration.
    private func shown(_ line: String) -> String {
        line.replacing(/^[0-9]{2}:[0-9]{2}:[0-9]{2} | +[0-9]+ ms$/, with: "")
    }

    @Test func entriesAreAnsweredInTheirOrderAndThenUnmocked() async throws {
        let tool = try await start("shop.har")
        #expect(try await get(tool, "/user").text == #"{"id":1}"#)
        #expect(try await get(tool, "/user").text == #"{"id":2}"#)
        let third = try await get(tool, "/user")
        #expect(third.status == 404)
        #expect(third.text.contains("played 2 of 2: this is the 3rd"))
        let record = "http-mock record https://api.example.com --to FILE"
        #expect(third.text.contains("To fix this, record the request: \(record), or add --repeat\n"))
        let end = try await tool.end()
        #expect(end.output[0] == tool.address)
        #expect(
            end.output[1...2].map(shown) == ["GET /user → 200  entry 1", "GET /user → 200  entry 2"])
        #expect(shown(end.output[3]).hasPrefix("GET /user → 404  unmocked; "))
        #expect(end.output.count == 5)
        #expect(end.output.last == "3 requests, 1 unmocked")
        #expect(end.status == 0)
    }

    // There is no /dev/full on Darwin.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDiskEndsServingWithoutARequest() async throws {
        let script = #"exec "$1" serve shop.har --port 0 >/dev/full"#
        let run = await Subprocess.run(
            "/bin/sh", ["-c", "cd '\(folder.url.path)'; \(script)", "sh", ToolRun.tool],
            environment: ToolRun.variables([:]), killedAfter: 60)
        #expect(run.status == 2)
    }

    @Test func documentsOfAFolderAreReadFromTheNamedOne() async throws {
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("api"), withIntermediateDirectories: true)
        try folder.write(
            """
            {"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"servers":[{"url":"https://pets.example.com"}],
            "paths":{"/pet":{"get":{"responses":{"200":{"description":"","content":{"application/json":{
            "schema":{"$ref":"../common.json#/pet"}}}}}}}}}
            """, to: "api/openapi.json")
        try folder.write(#"{"pet":{"type":"object","example":{"id":11}}}"#, to: "common.json")
        let tool = try await start("api/openapi.json", "--resolving-in", ".")
        #expect(try await get(tool, "/pet").text.filter { !$0.isWhitespace } == #"{"id":11}"#)
        #expect(try await tool.end().status == 0)
    }

    @Test func unmockedRequestNamesTheNearestEntryAndFailsAStrictRun() async throws {
        let tool = try await start("shop.har", "--strict", "--verbose")
        let reply = try await get(tool, "/usr")
        #expect(reply.text.contains("path is /usr, recorded is /user"))
        let end = try await tool.end(SIGTERM)
        #expect(end.output.contains { $0.contains("path is /usr, recorded is /user") })
        #expect(end.output.contains { $0.hasSuffix("http-mock record https://api.example.com --to FILE") })
        #expect(end.status == 1)
    }

    @Test func unmockedRequestIsOneLineWithTheNearestEntry() async throws {
        let tool = try await start("shop.har")
        _ = try await get(tool, "/usr")
        let end = try await tool.end()
        #expect(end.output.count == 3)
        #expect(end.output[1].contains("GET /usr → 404  unmocked; nearest entry: GET https://api.example.com/user"))
    }

    @Test func repeatGoesRoundInTheOrderRecorded() async throws {
        let tool = try await start("shop.har", "--repeat", "--strict")
        var texts: [String] = []
        for _ in 0..<5 { texts.append(try await get(tool, "/user").text) }
        #expect(texts == [#"{"id":1}"#, #"{"id":2}"#, #"{"id":1}"#, #"{"id":2}"#, #"{"id":1}"#])
        let end = try await tool.end()
        #expect(end.output.last == "5 requests")
        #expect(end.status == 0)
    }

    @Test func severalFilesAndOriginsAreOnOnePort() async throws {
        let tool = try await start("shop.har", "pets.json")
        #expect(try await get(tool, "/user").text == #"{"id":1}"#)
        #expect(try await get(tool, "/token").text == "t")
        #expect(try await get(tool, "/v1/pets/7").text == #"{"id":7}"#)
        let end = try await tool.end()
        #expect(
            end.output[1...3].map(shown) == [
                "GET /user → 200  shop.har, entry 1", "GET /token → 200  shop.har, entry 3",
                "GET /v1/pets/7 → 200  pets.json, getPet example",
            ])
        #expect(
            end.error.contains(
                "shop.har: 4 entries\npets.json: OpenAPI document, 1 operation\nauth.example.com only: http://127.0.0.1:"
            ))
        // The host of the first port needs no other one, whatever the scheme.
        #expect(!end.error.contains("\napi.example.com only:"))
    }

    @Test func documentIsRecognizedByAVersionAtItsEnd() async throws {
        let text = String(repeating: "long ", count: 2_000)
        try folder.write(
            #"{"info": {"description": "\#(text)"}, "paths": {"/a": {"get": {"responses": {"204": {}}}}}, "openapi": "3.0.3"}"#,
            to: "late.json")
        let tool = try await start("late.json")
        #expect(try await get(tool, "/a").status == 204)
        #expect(try await tool.end().status == 0)
    }

    @Test func givenOriginIsTheOnlyOne() async throws {
        let tool = try await start("shop.har", "--as", "https://auth.example.com")
        #expect(try await get(tool, "/token").text == "t")
        #expect(try await get(tool, "/user").status == 404)
        let end = try await tool.end()
        #expect(!end.error.contains("--as"))
        #expect(end.status == 0)
    }

    @Test func givenOriginWithoutEntriesIsReported() async throws {
        let tool = try await start("shop.har", "--as", "https://auth.example.org")
        let end = try await tool.end()
        #expect(
            end.error.contains(
                "shop.har: no entry has the origin of --as. To fix this, correct --as, or omit it.\n"))
        #expect(end.status == 0)
    }

    @Test(arguments: ["/v1", "/?a=b", "/#a", "?"]) func originWithMoreThanSchemeAndHostIsAnError(more: String)
        async throws
    {
        let origin = "https://auth.example.com"
        let run = try await ToolRun(["serve", "shop.har", "--as", origin + more], in: folder.url)
        #expect(
            run.error == """
                http-mock: --as is "\(origin)\(more)", which is no origin. To fix this, write scheme and host: \(origin)

                """)
        #expect(run.output == "")
        #expect(run.status == 2)
    }

    @Test func passwordInTheOriginIsMasked() async throws {
        let run = try await ToolRun(["serve", "shop.har", "--as", "https://u:s3cret@a.com"], in: folder.url)
        #expect(run.error.hasPrefix(#"http-mock: --as is "https://REDACTED@a.com", which is no origin."#))
    }

    @Test func originMayEndWithASlash() async throws {
        let tool = try await start("shop.har", "--as", "https://auth.example.com/")
        #expect(try await get(tool, "/token").text == "t")
        #expect(try await tool.end().status == 0)
    }

    @Test func adviceToRepeatIsGivenWhereRepeatingHelps() async throws {
        let tool = try await start("shop.har")
        #expect(try await get(tool, "/token").status == 200)
        // The entry is for another origin than the first one of the file.
        #expect(try await get(tool, "/token").text.contains(", or add --repeat\n"))
        #expect(try await !get(tool, "/other").text.contains("--repeat"))
        #expect(try await tool.end().status == 0)
    }

    @Test func adviceForAPreflightIsTheOptionOfTheTool() async throws {
        let tool = try await start("shop.har")
        let reply = try await HTTPReply.get(
            tool.address + "/user", from: session, method: "OPTIONS",
            headers: ["Origin": "https://a.com", "Access-Control-Request-Method": "GET"])
        #expect(reply.status == 404)
        #expect(reply.text.contains("To fix this, let the server answer preflights: add --cors.\n"))
        #expect(reply.text.components(separatedBy: "To fix this").count == 2)
        #expect(try await tool.end().status == 0)
    }

    @Test func adviceForATooLongTargetNamesNoLimitThatOnlyCodeRaises() async throws {
        let tool = try await start("shop.har")
        let reply = try await get(tool, "/" + String(repeating: "a", count: 9_000))
        #expect(reply.status == 414)
        #expect(reply.text.hasSuffix("\nTo fix this, send less.\n"))
        #expect(try await !tool.end().error.contains("serve(limits:"))
    }

    @Test func checkReportsViolationsAsTheyPass() async throws {
        let tool = try await start("shop.har", "pets.json", "--check", "pets.json")
        _ = try await get(tool, "/user")
        _ = try await get(tool, "/v1/pets/x")
        let end = try await tool.end()
        #expect(end.error.contains("GET /v1/pets/x request path.id: expected integer"))
        #expect(end.output.last == "2 requests, 1 violation of the contract")
        #expect(end.status == 1)
    }

    @Test func invalidRequestIsRefusedWhileItIsChecked() async throws {
        let tool = try await start("pets.json", "--check", "pets.json")
        let reply = try await get(tool, "/v1/pets/x")
        #expect(reply.status == 422)
        #expect(reply.text.contains("path.id: expected integer"))
        #expect(try await get(tool, "/v1/pets/7").status == 200)
        let end = try await tool.end()
        #expect(end.output.last == "2 requests, 1 violation of the contract")
        #expect(end.status == 1)
    }

    @Test func clientPrefersAStatusOrAnExample() async throws {
        try folder.write(
            """
            openapi: 3.1.0
            paths:
              /a:
                get:
                  responses:
                    200:
                      content: {application/json: {examples: {one: {value: [1]}, none: {value: []}}}}
                    4XX: {content: {application/json: {example: {error: gone}}}}
            """, to: "prefer.yaml")
        let tool = try await start("prefer.yaml")
        func get(_ preference: String) async throws -> HTTPReply {
            try await HTTPReply.get(tool.address + "/a", from: session, headers: ["Prefer": preference])
        }
        #expect(try await get("").text == "[]")
        #expect(try await get("respond-async, example=one").text == "[1]")
        let gone = try await get("code=410")
        #expect(gone.status == 410 && gone.text == #"{"error":"gone"}"#)
        let unknown = try await get("code=500")
        #expect(unknown.status == 404 && unknown.text.contains("status 500 is not documented"))
        #expect(try await get("example=two").text.contains("status 200 has no example two"))
        _ = try await tool.end()
    }

    @Test func anyAddressIsListenedOnWithAWarning() async throws {
        let tool = try await start("shop.har", "--host", "0.0.0.0")
        #expect(tool.address.hasPrefix("http://0.0.0.0:"))
        #expect(try await get(tool, "/user").status == 200)
        #expect(try await tool.end().error.contains("http-mock: other machines can reach the server."))
        let wrong = try await ToolRun(["serve", "shop.har", "--host", "example"], in: folder.url)
        #expect(wrong.error.hasPrefix("http-mock: --host is \"example\", which is no address."))
        #expect(wrong.status == 2)
    }

    @Test func answerToNoPageHasNoFieldForPages() async throws {
        let tool = try await start("shop.har", "--cors")
        let reply = try await get(tool, "/user")
        #expect(reply.headers["access-control-allow-origin"] == nil)
        #expect(reply.headers["vary"] == "Origin")
        _ = try await tool.end()
    }

    @Test func warningOfAContractIsNoViolation() async throws {
        try folder.write(
            """
            openapi: 3.1.0
            paths: {/user: {get: {responses: {200: {}}}}}
            components: {schemas: {A: {pattern: '['}}}
            """, to: "defect.yaml")
        let tool = try await start("shop.har", "--check", "defect.yaml")
        _ = try await get(tool, "/user?unknown=1")
        let end = try await tool.end()
        #expect(end.error.contains("the document has 1 defect, and what has one is not checked:"))
        #expect(end.error.contains("not documented"))
        #expect(end.output.last == "1 request, 1 unmocked")
        #expect(end.status == 0)
    }

    @Test func adviceOfACheckIsForTheUserOfTheTool() async throws {
        try folder.write(
            """
            openapi: 3.1.0
            paths:
              /user:
                get:
                  responses:
                    200: {content: {application/json: {schema: {properties: {name: {type: string}}}}}}
            components: {schemas: {A: {pattern: '['}}}
            """, to: "names.yaml")
        let tool = try await start("shop.har", "--check", "names.yaml")
        #expect(try await get(tool, "/user").status == 200)
        #expect(try await get(tool, "/user?unknown=1").status == 404)
        let end = try await tool.end()
        #expect(end.error.contains("To fix this, correct the names, or document them in the contract.\n"))
        #expect(
            end.error.contains("To fix this, document the names in the contract, or record the response again.\n"))
        #expect(!end.error.contains("undocumentedProperties"))
        #expect(!end.error.contains("APIContract"))
        #expect(end.status == 0)
    }

    @Test func documentWithoutAServerIsServedAtTheAddressOfTheTool() async throws {
        try folder.write("{openapi: 3.1.0, paths: {/user: {get: {responses: {204: {}}}}}}", to: "own.yaml")
        let tool = try await start("own.yaml")
        #expect(try await get(tool, "/user").status == 204)
        let other = try await get(tool, "/other")
        #expect(other.status == 404)
        #expect(other.text.contains("no response for GET \(tool.address)/other\n"))
        #expect(other.text.contains("To fix this, record the request: http-mock record ORIGIN --to FILE"))
        #expect(try await tool.end().status == 0)
    }

    @Test func contractThatAppliesToNoRequestIsFound() async throws {
        let tool = try await start("shop.har", "--check", "pets.json", "--as", "https://auth.example.com")
        _ = try await get(tool, "/token")
        let end = try await tool.end()
        #expect(end.error.contains("nothing was checked, because no request was for a server of pets.json."))
        #expect(end.status == 1)
    }

    @Test func contractWithADefectInEachRequestedPathIsFound() async throws {
        try folder.write(
            """
            openapi: 3.1.0
            paths:
              /user: {$ref: '#/components/pathItems/None'}
              /other: {get: {responses: {200: {}}}}
            """, to: "defect.yaml")
        let tool = try await start("shop.har", "--check", "defect.yaml")
        #expect(try await get(tool, "/user").status == 200)
        let end = try await tool.end()
        #expect(
            end.error.contains(
                "nothing was checked, because each path of defect.yaml that was requested has a defect. To fix this, "
                    + "correct the document\n"))
        #expect(!end.error.contains("no request was for a server"))
        #expect(end.status == 1)
    }

    @Test func corsAnswersPreflights() async throws {
        let tool = try await start("shop.har", "--cors")
        let reply = try await HTTPReply.get(
            tool.address + "/user", from: session, method: "OPTIONS",
            headers: ["Origin": "https://a.com", "Access-Control-Request-Method": "GET"])
        #expect(reply.headers["access-control-allow-origin"] != nil)
        let answer = try await HTTPReply.get(
            tool.address + "/user", from: session, headers: ["Origin": "https://a.com"])
        #expect(answer.headers["access-control-allow-origin"] == "https://a.com")
        #expect(try await tool.end().status == 0)
    }

    @Test func changedFileIsReadAgainAndABrokenOneIsNot() async throws {
        let tool = try await start("shop.har", "--watch")
        try folder.write("{ broken", to: "shop.har")
        #expect(try await tool.waitForOutput("shop.har: still as it was, because"))
        #expect(try await get(tool, "/user").text == #"{"id":1}"#)
        try folder.write(SampleHAR.document(SampleHAR.entry(body: "new")), to: "shop.har")
        #expect(try await tool.waitForOutput("shop.har: read again"))
        #expect(try await get(tool, "/user").text == "new")
        #expect(try await tool.end().status == 0)
    }

    @Test func portInUseIsAnErrorThatNamesIt() async throws {
        let server = LoopbackServer { _ in LoopbackResponse() }
        defer { server.stop() }
        let run = try await ToolRun(["serve", "shop.har", "--port", "\(server.port)"], in: folder.url)
        #expect(run.error.hasPrefix("http-mock: the server can't listen on 127.0.0.1:\(server.port)"))
        #expect(run.error.hasSuffix(" To fix this, stop what uses port \(server.port), or omit --port.\n"))
        #expect(run.output == "")
        #expect(run.status == 2)
    }

    @Test func fileOfAnotherKindIsAnError() async throws {
        try folder.write("{}", to: "other.json")
        let run = try await ToolRun(["serve", "shop.har", "other.json"], in: folder.url)
        #expect(run.error.contains("it is JSON, but no HAR: it has no log.entries"))
        #expect(run.status == 2)
    }

    @Test func checkedRequestsAreInTheCoverage() async throws {
        let tool = try await RunningTool(
            ["serve", "pets.json", "--check", "pets.json", "--port", "0"], in: folder.url,
            environment: ["HTTPMOCK_COVERAGE": folder.url.appendingPathComponent("coverage.json").path])
        #expect(try await get(tool, "/v1/pets/7").status == 200)
        #expect(try await tool.end().status == 0)

        let table = try await ToolRun(["coverage", "coverage.json"], in: folder.url)
        #expect(table.output.contains("GET /pets/{id}  200 requested"))
        #expect(table.status == 0)
        let enough = try await ToolRun(["coverage", "coverage.json", "--minimum", "100"], in: folder.url)
        #expect(enough.output == "the coverage is 100.0 %\n")
        #expect(enough.status == 0)
    }

    @Test func signalRightAfterTheAddressEndsTheTool() async {
        let script = #"""
            cd "$0" && mkfifo addresses || exit 1
            for run in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
                "$@" >addresses & tool=$!
                (sleep 60; kill -9 $tool) >/dev/null 2>&1 & limit=$!
                exec 3<addresses; read address <&3
                kill -TERM $tool; wait $tool || exit 2
                exec 3<&-; kill -9 $limit
            done
            """#
        let run = await Subprocess.run(
            "/bin/bash", ["-c", script, folder.url.path, ToolRun.tool, "serve", "shop.har", "--port", "0"],
            environment: ToolRun.variables([:]))
        #expect(run.status == 0)
    }

    @Test func signalThatComesTwiceEndsTheToolWithItsSummary() async throws {
        let tool = try await start("shop.har")
        let end = try await tool.end(SIGTERM, times: 1_000)
        #expect(end.output.last == "0 requests" && end.status == 0, "\(end)")
    }

    @Test func oldAddressFileIsGoneBeforeThePortListens() async throws {
        try folder.write("http://127.0.0.1:1\n", to: "address")
        let run = try await ToolRun(["serve", "missing.har", "--address-file", "address"], in: folder.url)
        #expect(run.status == 2)
        #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("address").path))
        let pipe = folder.url.appendingPathComponent("pipe").path
        try #require(mkfifo(pipe, 0o600) == 0)
        _ = try await ToolRun(["serve", "missing.har", "--address-file", "pipe"], in: folder.url)
        #expect(FileManager.default.fileExists(atPath: pipe))
    }

    @Test func coverageBelowTheMinimumOrOfNothingIsFound() async throws {
        let variables = ["HTTPMOCK_COVERAGE": folder.url.appendingPathComponent("coverage.json").path]
        let tool = try await RunningTool(
            ["serve", "shop.har", "--check", "pets.json", "--port", "0"], in: folder.url, environment: variables)
        #expect(try await tool.end().status == 0)
        let run = try await ToolRun(["coverage", "coverage.json", "--minimum", "1"], in: folder.url)
        #expect(run.output.hasPrefix("the contracts cover nothing."))
        #expect(run.status == 1)
        let missing = try await ToolRun(["coverage", "none.json"], in: folder.url)
        #expect(missing.error.contains("none.json can't be read"))
        #expect(missing.status == 2)
    }

    @Test func coverageIsRoundedDown() async throws {
        let responses = (0..<2_499).map { number in
            #"{"operation":"GET /a","status":"\#(number)","mocked":\#(number < 1_999 ? 1 : 0),"requested":0}"#
        }
        try folder.write(
            #"{"contracts":[{"contract":"A 1","responses":[\#(responses.joined(separator: ","))]}]}"#,
            to: "coverage.json")
        let run = try await ToolRun(["coverage", "coverage.json", "--minimum", "80"], in: folder.url)
        #expect(run.output.hasPrefix("the coverage is 79.9 %, less than 80 %. "), "\(run.output) \(run.error)")
        #expect(run.status == 1)
    }

    /// With the option to repeat, an entry hides an equal one of a later file, and no other.
    @Test func entriesBehindARepeatedOneAreNamed() async throws {
        try folder.write(
            SampleHAR.document(
                SampleHAR.entry(body: "later"), SampleHAR.entry("GET", "https://api.example.com/new", body: "new")),
            to: "later.har")
        let once = try await start("shop.har", "later.har")
        #expect(try await !once.end().error.contains("never answers"))

        let repeated = try await start("shop.har", "later.har", "--repeat")
        for _ in 0..<4 { #expect(try await get(repeated, "/user").text != "later") }
        #expect(try await get(repeated, "/new").text == "new")
        let sentences = try await repeated.end().error.split(separator: "\n").filter { $0.contains("never answers") }
        #expect(
            sentences == [
                "later.har: entry 1 never answers, because an entry of shop.har is repeated. To fix this, name later.har "
                    + "first, or omit --repeat."
            ])
    }

    @Test func operationsBehindAnEarlierDocumentAreCounted() async throws {
        let document = try folder.text(of: "pets.json")
        try folder.write(document.replacing(#"{"id":7}"#, with: #"{"id":8}"#), to: "later.json")
        try folder.write(document.replacing(#""example":{"id":7},"#, with: ""), to: "schema.json")
        let hidden = try await start("pets.json", "later.json")
        #expect(try await get(hidden, "/v1/pets/7").text == #"{"id":7}"#)
        #expect(
            try await hidden.end().error.contains(
                "later.json: never answers 1 operation of an earlier document. To fix this, name later.json first.\n"
            ))

        // An example comes before a generated answer.
        let mixed = try await start("schema.json", "later.json")
        #expect(try await get(mixed, "/v1/pets/7").text == #"{"id":8}"#)
        #expect(try await !mixed.end().error.contains("never answers"))
    }

    /// A recorded answer comes before one that is made from a schema, and what can never answer is named.
    @Test func entriesComeBeforeGeneratedAnswersAndAfterExamples() async throws {
        let document = try folder.text(of: "pets.json")
        try folder.write(document.replacing(#""example":{"id":7},"#, with: ""), to: "schema.json")
        let pet = SampleHAR.entry("GET", "https://pets.example.com/v1/pets/7", body: #"{"id":"recorded"}"#)
        try folder.write(SampleHAR.document(pet), to: "pet.har")

        let generating = try await start("schema.json", "pet.har")
        #expect(try await get(generating, "/v1/pets/7").text == #"{"id":"recorded"}"#)
        #expect(try await !generating.end().error.contains("never answers"))

        let exemplary = try await start("pets.json", "pet.har")
        #expect(try await get(exemplary, "/v1/pets/7").text.contains("7"))
        #expect(
            try await exemplary.end().error.contains(
                "pet.har: entry 1 never answers, because an example of pets.json does. To fix this, name pet.har first."
            ))
    }

    @Test func entryAnswersAfterAnOperationWithoutAnAnswer() async throws {
        let document =
            #"{"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "servers": [{"url": "https://pets.example.com/v1"}], "paths": {"/pets/7": {"get": {"responses": {"200": {"content": {"image/png": {}}}}}}}}"#
        try folder.write(document, to: "images.json")
        for host in ["pets", "other"] {
            let pet = SampleHAR.entry("GET", "https://\(host).example.com/v1/pets/7", body: #"{"id":"recorded"}"#)
            try folder.write(SampleHAR.document(pet), to: "pet.har")
            let tool = try await start("images.json", "pet.har")
            #expect(try await get(tool, "/v1/pets/7").text == #"{"id":"recorded"}"#)
            #expect(try await !tool.end().error.contains("never answers"))
        }
    }

    @Test func addressIsWrittenIntoAFile() async throws {
        let tool = try await start("shop.har", "--address-file", "address.txt")
        let folder = folder
        #expect(await eventually { (try? folder.text(of: "address.txt")) == tool.address + "\n" })
        _ = try await tool.end()
    }

    /// A preference in quotes may have spaces.
    ///
    /// - SeeAlso: [RFC 7240 §2](https://www.rfc-editor.org/rfc/rfc7240.html#section-2)
    @Test func preferredExampleMayHaveSpaces() async throws {
        let document = try folder.text(of: "pets.json")
        let examples = #""examples":{"o k":{"value":{"id":9}}},"#
        try folder.write(document.replacing(#""example":{"id":7},"#, with: examples), to: "named.json")
        let tool = try await start("named.json")
        let url = try #require(URL(string: tool.address + "/v1/pets/7"))
        var request = URLRequest(url: url)
        request.setValue(#"example="o k""#, forHTTPHeaderField: "Prefer")
        let (data, _) = try await session.data(for: request)
        #expect(String(decoding: data, as: UTF8.self).contains("9"))
        _ = try await tool.end()
    }

    /// A reader that reads the address only holds up no request and no end.
    @Test func outputThatNobodyReadsHoldsNothingUp() async throws {
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ToolRun.tool)
        process.arguments = ["serve", "shop.har", "--port", "0", "--verbose"]
        process.currentDirectoryURL = folder.url
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { end.yield($0.terminationStatus) }
        try process.run()
        var text = ""
        while !text.contains("\n") {
            text += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }
        let address = String(text.prefix { $0 != "\n" })
        for index in 0..<600 {
            let path = "/unmocked/\(index)/" + String(repeating: "x", count: 200)
            #expect(try await HTTPReply.get(address + path, from: session).status == 404)
        }
        process.terminate()
        #expect(await ends.first { _ in true } == 0)
    }
}
