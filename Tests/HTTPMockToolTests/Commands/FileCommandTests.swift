import Foundation
import TestSupport
import Testing

/// The commands that read a file and end, run as a user runs them.
@Suite(.bounded) struct FileCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> ToolRun {
        try await ToolRun(arguments, in: folder.url, environment: environment)
    }

    // MARK: inspect

    @Test func inspectPrintsATable() async throws {
        try folder.write(
            SampleHAR.document(SampleHAR.entry(), SampleHAR.unplayable, SampleHAR.secret), to: "shop.har")
        let run = try await run("inspect", "shop.har")
        #expect(
            run.output == """
                #  METHOD  URL                                               STATUS  TYPE                SIZE  PROBLEM
                1  GET     https://api.example.com/user                      200     application/json     8 B  \

                2  GET     https://api.example.com/big                       200     text/html         1.2 kB  the export left its body out
                3  GET     https://api.example.com/me?access_token=REDACTED  204                          0 B  \


                """)
        #expect(run.error == "")
        #expect(run.status == 0)
    }

    @Test func inspectPrintsJSON() async throws {
        try folder.write(SampleHAR.document(SampleHAR.entry(), SampleHAR.unplayable), to: "shop.har")
        let run = try await run("inspect", "shop.har", "--json")
        let entries = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
        #expect(entries.map { $0["index"] as? Int } == [1, 2])
        #expect(
            entries.map { $0["url"] as? String } == ["https://api.example.com/user", "https://api.example.com/big"])
        #expect(entries[0]["problem"] is NSNull)
        #expect(entries[1]["problem"] as? String == "the export left its body out")
        let names = ["index", "method", "mimeType", "note", "problem", "size", "startedDateTime", "status", "url"]
        #expect(entries.allSatisfy { $0.keys.sorted() == names })
        #expect(run.status == 0)
    }

    @Test func controlCharactersNeverReachTheOutput() async throws {
        let url = #"https://api.example.com/\u001b[31m\u009b2J\u202e"#
        try folder.write(SampleHAR.document(SampleHAR.entry(#"G\u001bT"#, url)), to: "shop.har")
        for arguments in [["inspect"], ["inspect", "--json"], ["check"], ["swift"]] {
            let run = try await ToolRun(arguments + ["shop.har"], in: folder.url)
            let text = run.output + run.error
            #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" }, "\(arguments)")
        }
        let table = try await run("inspect", "shop.har")
        #expect(table.output.contains(#"G\u{1B}T"#))
        #expect(table.output.contains(#"\u{1B}[31m\u{9B}2J\u{202E}"#))
    }

    // MARK: Errors

    @Test func missingFileNamesTheNearestOne() async throws {
        try folder.write(SampleHAR.document(), to: "shop.har")
        let run = try await run("inspect", "shp.har")
        #expect(
            run.error.hasSuffix(
                "/shp.har. The nearest name there is shop.har. To fix this, record it: http-mock record ORIGIN --to shp.har\n"
            ))
        #expect(run.error.hasPrefix("http-mock: there is no cassette at "))
        #expect(run.output == "")
        #expect(run.status == 2)
    }

    @Test func folderAndMissingDocumentAreErrorsInWords() async throws {
        let inspected = try await run("inspect", ".")
        #expect(inspected.error.contains(" can't be read: Is a directory. To fix this,"))
        try folder.write("openapi: 3.1.0", to: "shop.yaml")
        try folder.write(SampleHAR.document(), to: "shop.har")
        for arguments in [["serve", "shp.yaml"], ["check", "shop.har", "--against", "shp.yaml"]] {
            let run = try await ToolRun(arguments, in: folder.url)
            #expect(run.error.hasPrefix("http-mock: there is no document at "))
            #expect(
                run.error.hasSuffix("/shp.yaml. The nearest name there is shop.yaml. To fix this, correct the path.\n"))
            #expect(run.status == 2)
        }
        let other = try await run("serve", "quarterly.yaml")
        #expect(other.error.hasSuffix("/quarterly.yaml. To fix this, correct the path.\n"))
    }

    @Test(arguments: ["inspect", "swift", "redact", "check", "view"])
    func brokenFileIsAnErrorWithItsLine(_ command: String) async throws {
        try folder.write("{\n  \"log\": ]", to: "shop.har")
        let run = try await run(command, "shop.har")
        #expect(run.error.contains("it is not JSON at line 2, column 10"))
        #expect(run.status == 2)
    }

    @Test func unknownCommandNamesTheNearestOne() async throws {
        let run = try await run("inspct", "shop.har")
        #expect(
            run.error == """
                http-mock: there is no command "inspct". Did you mean inspect? To fix this, see http-mock --help.

                """)
        #expect(run.status == 2)
    }

    @Test func helpIsOutputAndNoCommandIsAnError() async throws {
        let help = try await run("--help")
        #expect(help.output.hasPrefix("http-mock: "))
        let unknown = try await run("help", "nope")
        #expect(unknown.error == "http-mock: there is no command \"nope\". To fix this, see http-mock --help.\n")
        #expect(unknown.status == 2)
        for flag in ["--version", "-V"] {
            let version = try await run(flag)
            #expect(version.output.wholeMatch(of: /http-mock [0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
            #expect(version.status == 0)
        }
        #expect(help.status == 0)
        let commandHelp = try await run("serve", "--help")
        #expect(try await run("help", "serve").output == commandHelp.output)
        #expect(commandHelp.output.contains("--port NUMBER"))
        #expect(commandHelp.status == 0)
        let nothing = try await run()
        #expect(nothing.error == help.output)
        #expect(nothing.output == "")
        #expect(nothing.status == 2)
    }

    // MARK: swift

    @Test func swiftPrintsRegistrations() async throws {
        try folder.write(SampleHAR.document(SampleHAR.entry()), to: "shop.har")
        let run = try await run("swift", "shop.har")
        #expect(run.output.hasPrefix("mock.registerResponses {\n    Host(\"api.example.com\") {\n"))
        #expect(run.output.contains(#"Path("/user""#))
        #expect(run.output.hasSuffix("}\n"))
        #expect(run.status == 0)
    }

    @Test func swiftMasksSecretsUnlessTheyAreToBeRevealed() async throws {
        let entry = SampleHAR.entry(body: #"{"password":"planted-secret-3"}"#)
        try folder.write(SampleHAR.document(SampleHAR.secret, entry), to: "shop.har")
        let masked = try await run("swift", "shop.har")
        #expect(!masked.output.contains("planted"))
        #expect(masked.output.contains("Query.any") && masked.output.contains("REDACTED"))
        #expect(masked.error == "")
        let revealed = try await run("swift", "shop.har", "--reveal")
        #expect(revealed.output.contains("planted-secret-1") && revealed.output.contains("planted-secret-3"))
        #expect(revealed.error.hasPrefix("http-mock: the secrets of the file are shown."))
        #expect(revealed.status == 0)
    }

    @Test func recordingVariablesDoNotRecord() async throws {
        try folder.write(SampleHAR.document(SampleHAR.entry()), to: "shop.har")
        let run = try await run("swift", "shop.har", environment: ["HTTPMOCK_RECORD": "all"])
        #expect(run.output.contains(#"Path("/user""#))
    }

    // MARK: check

    @Test func checkFindsNothingInAGoodFile() async throws {
        try folder.write(SampleHAR.document(SampleHAR.entry()), to: "shop.har")
        let run = try await run("check", "shop.har")
        #expect(run.output == "shop.har: fine\n")
        #expect(run.status == 0)
    }

    @Test(arguments: [[], ["--review"]]) func checkReadsAFileThatIsGivenSeveralTimesOnce(options: [String]) async throws
    {
        let entry = SampleHAR.entry(body: #"{"trace":"kX93vbQ0pLm27TzRw81Yc"}"#)
        try folder.write(SampleHAR.document(SampleHAR.unplayable, entry), to: "shop.har")
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appendingPathComponent("link.har").path, withDestinationPath: "shop.har")
        let once = try await ToolRun(["check", "shop.har"] + options, in: folder.url)
        let often = try await ToolRun(
            ["check", "shop.har", "shop.har", "./shop.har", "link.har"] + options, in: folder.url)
        #expect(once.output.split(separator: "\n").count == 1)
        #expect(often.output == once.output)
        #expect(often.status == once.status)
    }

    @Test func checkListsProblemsSecretsAndAge() async throws {
        let document = SampleHAR.document("\n" + SampleHAR.unplayable, "\n\n" + SampleHAR.secret)
        try folder.write(document, to: "shop.har")
        try folder.write(SampleHAR.document(), to: "good.har")
        let run = try await run("check", "shop.har", "good.har", "--fail-after", "1d")
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 5)
        #expect(
            lines[0]
                == "shop.har:2: entry 1 (GET https://api.example.com/big) can't be played: the export left its body out"
        )
        #expect(
            lines[1] == "shop.har:4: the query item access_token in the request of entry 2 is a secret. "
                + "To fix this: http-mock redact shop.har --in-place")
        #expect(lines[2].hasPrefix("shop.har:4: the header field Authorization in the request of entry 2 is a secret."))
        #expect(lines[3].hasPrefix("shop.har: was recorded "))
        #expect(
            lines[3].contains("which is too old. To fix this, record it again: http-mock record ORIGIN --to shop.har"))
        #expect(lines[4] == "good.har: fine")
        #expect(!run.output.contains("planted"))
        #expect(run.status == 1)
    }

    @Test func reviewListsWhatLooksRandomAndNeverFails() async throws {
        let entry = SampleHAR.entry(body: #"{"trace":"kX93vbQ0pLm27TzRw81Yc","word":"nothingtoseehereatall"}"#)
        try folder.write(SampleHAR.document(entry), to: "shop.har")
        let run = try await run("check", "--review", "shop.har")
        #expect(
            run.output == """
                shop.har:1: kX93…81Yc looks random: the JSON member trace in the body of the response of GET \
                https://api.example.com/user (shop.har, entry 1)

                """)
        #expect(run.status == 0)
        #expect(try await self.run("check", "--review", "none.har").status == 2)
    }

    @Test func checkReportsViolationsOfAContract() async throws {
        try folder.write(
            """
            {"openapi":"3.1.0","info":{"title":"t","version":"1"},"servers":[{"url":"https://api.example.com"}],"paths":{
            "/user":{"get":{"responses":{"200":{"description":"","content":{"application/json":{"schema":
            {"type":"object","properties":{"id":{"type":"string"}}}}}}}}}}}
            """, to: "openapi.json")
        try folder.write(
            SampleHAR.document(SampleHAR.entry(), SampleHAR.entry("POST"), SampleHAR.entry(body: #"{"id":"a"}"#)),
            to: "shop.har")
        let run = try await run("check", "shop.har", "--against", "openapi.json")
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 2)
        #expect(lines[0].hasPrefix("shop.har:1: entry 1: GET /user → 200 application/json body.id: expected string"))
        #expect(lines[1].hasPrefix("shop.har:1: entry 2: POST /user: not documented"))
        #expect(run.status == 1)
    }

    @Test func documentedRefusalOfAnInvalidRequestIsNoFinding() async throws {
        try folder.write(
            """
            openapi: 3.1.0
            servers: [{url: 'https://api.example.com'}]
            paths:
              /user:
                get:
                  parameters: [{name: page, in: query, required: true, schema: {type: integer}}]
                  responses: {200: {}, 422: {}}
            """, to: "openapi.yaml")
        let entries = [422, 200, 400].map { SampleHAR.entry(status: $0, body: "") }
        try folder.write(SampleHAR.document(entries[0], entries[1], entries[2]), to: "shop.har")
        let run = try await run("check", "shop.har", "--against", "openapi.yaml")
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 3)
        let missing = "GET /user request query.page: missing, but required"
        #expect(lines[0].hasPrefix("shop.har:1: entry 2: \(missing)"))
        #expect(lines[1].hasPrefix("shop.har:1: entry 3: \(missing)"))
        #expect(lines[2].hasPrefix("shop.har:1: entry 3: GET /user → 400: not documented, only 200"))
        #expect(run.status == 1)
    }

    @Test func warningsOfAContractAreOnStandardErrorAndNoFindings() async throws {
        try folder.write(
            """
            openapi: 3.1.0
            paths:
              /user:
                get:
                  responses:
                    200: {content: {application/json: {schema: {properties: {name: {type: string}}}}}}
            """, to: "names.yaml")
        try folder.write(SampleHAR.document(SampleHAR.entry(), SampleHAR.entry()), to: "shop.har")
        let run = try await run("check", "shop.har", "--against", "names.yaml")
        let warnings = run.error.split(separator: "\n")
        try #require(warnings.count == 1)
        #expect(
            warnings[0].hasPrefix(
                "shop.har:1: warning: entry 1: GET /user → 200 application/json body.id: not documented ("))
        #expect(run.output == "shop.har: fine\n")
        #expect(run.status == 0)
    }

    @Test func serverWithoutADocumentIsRefused() async throws {
        try folder.write(SampleHAR.document(SampleHAR.entry()), to: "shop.har")
        let run = try await run("check", "shop.har", "--server", "https://api.example.com")
        #expect(run.error == "http-mock: --server needs a document. To fix this, name it: --against CONTRACT\n")
        #expect(run.status == 2)
    }

    @Test func contractThatAppliesToNoEntryIsFound() async throws {
        try folder.write(
            """
            openapi: 3.1.0
            servers: [{url: 'https://other.example.com/v1'}]
            paths: {/user: {get: {security: [{missing: []}], responses: {200: {}}}}}
            """, to: "openapi.yaml")
        try folder.write(SampleHAR.document(SampleHAR.entry()), to: "shop.har")
        let run = try await run("check", "shop.har", "--against", "openapi.yaml")
        #expect(
            run.output == """
                shop.har: fine
                openapi.yaml: nothing was checked, because no entry is for a server of the document \
                (https://other.example.com/v1). To fix this, name the document of the recorded service, or the recorded \
                service as its server: --server URL

                """)
        let local = try await self.run(
            "check", "shop.har", "--against", "openapi.yaml", "--server", "https://api.example.com")
        #expect(local.output.contains("GET /user → 200 body: not documented"))
        #expect(local.status == 1)
        #expect(
            run.error == """
                the document has 1 defect, and what has one is not checked:
                  openapi.yaml:3:35: #/paths/~1user/get/security/0/missing: components.securitySchemes has no such scheme

                """)
        #expect(run.status == 1)
    }

    @Test func contractWithADefectInEachRecordedPathIsFound() async throws {
        try folder.write(
            """
            openapi: 3.1.0
            paths:
              /user: {$ref: '#/components/pathItems/None'}
              /other: {get: {responses: {200: {}}}}
            """, to: "defect.yaml")
        try folder.write(SampleHAR.document(SampleHAR.entry()), to: "shop.har")
        let run = try await run("check", "shop.har", "--against", "defect.yaml")
        #expect(
            run.output == """
                shop.har: fine
                defect.yaml: nothing was checked, because each path of the document that was requested has a defect. \
                To fix this, correct the document

                """)
        #expect(run.status == 1)
    }

    /// A finding in a file that is written for people has the line of the value.
    @Test func checkNamesTheLineOfTheValue() async throws {
        try folder.write(
            """
            {"openapi":"3.1.0","info":{"title":"t","version":"1"},"servers":[{"url":"https://api.example.com"}],"paths":{
            "/user":{"get":{"responses":{"200":{"description":"","content":{"application/json":{"schema":
            {"type":"object","properties":{"id":{"type":"string"}}}}}}}}}}}
            """, to: "openapi.json")
        try folder.write(
            """
            {"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": [
              {
                "startedDateTime": "2026-03-01T09:00:00.000Z",
                "request": {
                  "method": "GET",
                  "url": "https://api.example.com/user",
                  "headers": [
                    {"name": "Accept", "value": "*/*"},
                    {"name": "X-Api-Key", "value": "planted-secret-1"},
                    {"name": "X-Trace", "value": "kX93vbQ0pLm27TzRw81Yc"}
                  ]
                },
                "response": {
                  "status": 200,
                  "headers": [
                    {"name": "Content-Type", "value": "application/json"}
                  ],
                  "content": {
                    "mimeType": "application/json",
                    "text": "{\\"id\\":7,\\"note\\":\\"ghp_a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8\\"}"
                  }
                }
              }
            ]}}
            """, to: "user.har")
        func lines(_ arguments: String...) async throws -> [String] {
            let run = try await ToolRun(["check", "user.har"] + arguments, in: folder.url)
            return run.output.split(separator: "\n").map { $0.split(separator: " ").prefix(4).joined(separator: " ") }
                .sorted()
        }
        let expected = [
            "user.har:20: a GitHub token", "user.har:20: entry 1: GET", "user.har:9: the header field",
        ]
        #expect(try await lines("--against", "openapi.json") == expected)
        #expect(try await lines("--review").contains("user.har:10: kX93…81Yc looks random:"))
        #expect(try await lines("--review").contains("user.har:20: ghp_…e7f8 looks random:"))
    }

    @Test func checkPrintsTheFormOfItsReader() async throws {
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("a"), withIntermediateDirectories: true)
        try folder.write(SampleHAR.document(SampleHAR.unplayable, SampleHAR.entry()), to: "a/pays.har")
        try folder.write(SampleHAR.document(), to: "pays.har")
        let message = "entry 1 (GET https://api.example.com/big) can't be played: the export left its body out"
        func output(_ format: String) async throws -> String {
            let run = try await run("check", "a/pays.har", "pays.har", "--format", format)
            #expect(run.status == 1)
            return run.output
        }
        #expect(try await output("text") == "a/pays.har:1: \(message)\npays.har: fine\n")
        #expect(try await output("github") == "::error file=a/pays.har,line=1::\(message)\n")
        let text = try await output("json")
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
        let finding = try #require(json?.first)
        #expect(finding["file"] as? String == "a/pays.har" && finding["place"] as? String == "entry 1")
        #expect(finding["message"] as? String == message && finding["severity"] as? String == "error")
        #expect(finding["line"] as? Int == 1)
        let junit = try await output("junit")
        #expect(junit.contains(#"<testsuite name="http-mock check" tests="2" failures="1">"#))
        #expect(junit.contains(#"<testcase classname="pays.har" name="fine"/>"#))
    }

    @Test func checkEscapesSyntaxBeforeACombiningMark() async throws {
        let name = "a,\u{301}&\u{301}.har"
        try folder.write(SampleHAR.document(SampleHAR.unplayable), to: name)
        let command = try await run("check", name, "--format", "github").output
        #expect(command.hasPrefix("::error file=a%2C\u{301}&\u{301}.har,line=1::"))
        let junit = try await run("check", name, "--format", "junit").output
        #expect(junit.contains("<testcase classname=\"a,\u{301}&amp;\u{301}.har\""))
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func completionsHaveEveryCommandAndOption(_ shell: String) async throws {
        let run = try await run("completions", shell)
        #expect(["serve", "check", "fail-after", "in-place"].allSatisfy { run.output.contains($0) })
        #expect(run.status == 0)
    }

    @Test func inspectListsSeveralFiles() async throws {
        try folder.write(SampleHAR.document(SampleHAR.entry()), to: "a.har")
        try folder.write(SampleHAR.document(SampleHAR.unplayable), to: "b.har")
        let run = try await run("inspect", "a.har", "b.har", "--json")
        let entries = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
        #expect(entries?.map { $0["file"] as? String } == ["a.har", "b.har"])
        #expect(try await self.run("inspect", "a.har", "b.har").output.contains("b.har\n"))
    }
}
