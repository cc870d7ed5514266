import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct RegistrationProblemTests {
    private let mock = HTTPMock()
    // Kept from standard error, because the tests provoke them.
    private let reports = InterceptedReports(containing: "(RegistrationProblemTests.swift:")

    private var problems: [String] { mock.registrationProblems.map(\.text) }

    @Test func hostAndPathThatCannotMatchAreReportedWithTheirPlace() {
        let line: UInt = #line
        mock.addResponses(forPath: "/a", host: "https://h", responses: [.empty()])
        mock.addResponses(forPath: "/a?b=1", host: "h") { MockResponse.empty() }
        mock.registerResponses {
            Host("h/v1") { Path("/a") { MockResponse.empty() } }
            Host("h") { Path("https://h/a") { MockResponse.empty() } }
        }
        #expect(
            problems == [
                #"the host "https://h" has a scheme. To fix this, write "h", and .scheme(…) as a condition if the scheme matters."#,
                #"the path "/a?b=1" has a query. To fix this, write "/a" as the path and query: ["b": "1"]; a literal ? is %3F."#,
                #"the host "h/v1" has a path. To fix this, write "h", and the path as the path."#,
                #"the path "https://h/a" has a scheme. To fix this, write only the path, and the host as the host; "#
                    + "a literal :// is %3A//.",
            ])
        #expect(mock.registrationProblems.map(\.location.line) == [1, 2, 4, 5].map { line + $0 })
    }

    @Test func emptyBuildersAreReported() {
        mock.registerResponses {}
        mock.registerResponses(host: "h") {}
        mock.registerResponses {
            Host("h") {}
            Path("/a") {}
            Path("/b") { Headers(["X": "1"]) }
            Path("/c") { Path("/d") { MockResponse.empty() } }
        }
        mock.addResponses(forPath: "/e", host: "h", responses: [])
        mock.addResponses(forPath: "/f", host: "h") {}
        #expect(
            problems
                == [
                    "registerResponses", #"registerResponses(host: "h")"#, #"Host("h")"#, #"Path("/a")"#,
                    #"Path("/b")"#,
                    "the registration of h/e", "the registration of h/f",
                ].map { "\($0) registers no response. Add a MockResponse to it, or remove it." })
    }

    @Test func secretsOfAnAddressWithoutResponsesAreMasked() {
        mock.registerResponses(host: "u:s3cret@h") {}
        mock.registerResponses {
            Host("https://u:s3cret@h") {}
            Path("/a?token=s3cret") {}
        }
        mock.addResponses(forPath: "/e", host: "u:s3cret@h", responses: [])
        #expect(
            problems
                == [
                    #"registerResponses(host: "REDACTED@h")"#, #"Host("https://REDACTED@h")"#,
                    #"Path("/a?token=REDACTED")"#, "the registration of REDACTED@h/e",
                ].map { "\($0) registers no response. Add a MockResponse to it, or remove it." })
    }

    @Test func lengthThatIsNoNumberIsReported() {
        mock.addResponses(forPath: "/a", host: "h", responses: [.empty(headers: ["content-length": "ten"])])
        mock.registerResponses(host: "h") {
            Headers(["Content-Length": "1 MB"])
            Path("/b", method: .get) { MockResponse.plaintext("b") }
        }
        #expect(
            problems
                == [("h/a", "ten"), ("GET h/b", "1 MB")].map { name, length in
                    "a response for \(name) has the Content-Length \"\(length)\", which is not a number of bytes. "
                        + "To fix this, leave out the field, which is set by itself."
                })
    }

    @Test func lifetimeBelowOneIsDroppedAndReported() async throws {
        mock.addResponses(
            forPath: "/a;token=s3cret", host: "h", method: .get,
            responses: [.plaintext("never", lifetime: .multiple(0)), .plaintext("served")])
        #expect(
            problems == [
                "a response for GET h/a;token=REDACTED with the lifetime .multiple(0) would never serve and was dropped. Write "
                    + ".multiple(1), or a greater count."
            ])
        #expect(try await HTTPReply.get("https://h/a;token=s3cret", from: mock.urlSession).text == "served")
    }

    @Test func responseAfterAnEternalOneIsReported() {
        mock.addResponses(forPath: "/a", host: "h", responses: [.empty(lifetime: .eternal)])
        #expect(problems.isEmpty)
        mock.addResponses(forPath: "/a", host: "h", responses: [.empty()])
        #expect(
            problems == [
                "a response for h/a comes after one with the lifetime .eternal and is never reached. Register it "
                    + "first, give the eternal one a count, or use replaceResponses."
            ])
        mock.replaceResponses(forPath: "/a", host: "h", responses: [.empty()])
        #expect(problems.count == 1)
    }

    @Test(arguments: [("/users/{id}", "/users/{name}"), ("/users/*", "/users/{id}"), ("/users/{id}", "/users/*")])
    func registrationThatDiffersOnlyInAParametersNameIsReportedOnce(first: String, second: String) {
        mock.addResponses(forPath: first, host: "h", responses: [.empty()], line: 3)
        mock.addResponses(forPath: second, host: "h", method: .get, responses: [.empty()])
        #expect(problems.isEmpty)
        for _ in 0..<2 { mock.addResponses(forPath: second, host: "h", responses: [.empty()], line: 5) }
        #expect(
            problems == [
                "a response for h\(second) is never reached, because h\(first) at RegistrationProblemTests.swift:3 matches "
                    + "the same requests and was registered first. Write the same path in both."
            ])
        mock.clearQueue(forHost: "h")
        mock.addResponses(forPath: second, host: "h", responses: [.empty()])
        #expect(problems.count == 1)
    }

    @Test func diagnosisTellsOfProblems() async throws {
        let line = #line + 1
        mock.addResponses(forPath: "/a?b", host: "h", responses: [.empty()])
        let text = try await HTTPReply.get("https://h/a?b", from: mock.urlSession).text
        #expect(text.contains("registrations with a problem:\n    the path \"/a?b\" has a query"))
        #expect(text.contains("(RegistrationProblemTests.swift:\(line))"))
    }
}

@Suite(.bounded) struct UnusableResponseTests {
    private let mock = HTTPMock()

    private func failure(of response: MockResponse, line: UInt = #line) async -> String {
        mock.addResponses(forPath: "/a", host: "h", responses: [response], line: line)
        do {
            _ = try await HTTPReply.get("https://h/a", from: mock.urlSession)
            return "no error"
        } catch {
            return (error as? HTTPMockError)?.message ?? "another error: \(error)"
        }
    }

    private struct Unencodable: Encodable {
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: "no"))
        }
    }

    @Test func unencodableValueFailsTheRequestThatTakesIt() async {
        let message = await failure(of: .encodable(Unencodable()), line: 7)
        #expect(
            message.hasPrefix(
                "HTTPMock: a response registered for h/a  (RegistrationProblemTests.swift:7) can't be made: "
                    + "Unencodable can't be encoded as JSON ("))
        #expect(
            message.hasSuffix(
                "To fix this, make its `encode(to:)` succeed, or pass a `jsonEncoder:` that can encode it"))
    }

    @Test func dictionaryThatIsNoJSONFailsTheRequestThatTakesIt() async {
        #expect(
            await failure(of: .dictionary(["date": Date()])).contains(
                "has a value that is not JSON: \"date\" is a Date"))
        #expect(await failure(of: .dictionary(["a": [1, Double.nan]])).contains("not JSON: \"a[1]\" is nan"))
    }

    @Test func missingFileFailsTheRequestThatTakesIt() async {
        let missing = URL(fileURLWithPath: "/nowhere/at-all.json")
        let text = await failure(of: .file(url: missing))
        #expect(text.contains("the file /nowhere/at-all.json can't be read ("))
        #expect(text.contains("). To fix this, check that the file exists") && !text.contains(".)"))
        #expect(await failure(of: .file(url: missing)).contains("the file /nowhere/at-all.json can't be read"))
        #expect(
            await failure(of: .file(named: "nothing", extension: "json"))
                .contains("there is no file \"nothing.json\" in the bundle"))
        let directory = FileManager.default.temporaryDirectory
        #expect(await failure(of: .file(url: directory)).contains("can't be read"))
    }

    @Test(arguments: [0, 99, 100, 103, 199, 1000, -1]) func statusOutOfRangeFailsTheRequestThatTakesIt(code: Int) async
    {
        #expect(
            await failure(of: .status(.other(code))).contains(
                "its status is \(code). To fix this, give a status from 200 to 999"))
    }

    @Test func statusThatIsInterimAndBodyThatIsForbiddenAreProblems() {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/a", host: "a.com",
            responses: [.empty(status: 103), .plaintext("x", status: .noContent), .empty(status: .notModified)])
        let texts = mock.engine.store.read { $0.contents.registrationProblems.map(\.text) }
        #expect(
            texts == [
                "a response for a.com/a has the status 103, after which a client waits for another response. To fix this, "
                    + "give a status from 200 to 999.",
                "a response for a.com/a has a body, which is not sent, because a response with the status 204 has none. "
                    + "To fix this, write .status(204), or give another status.",
            ])
    }

    @Test func headerThatIsNoneFailsTheRequestThatTakesIt() async {
        #expect(await failure(of: .empty(headers: ["X Y": "1"])).contains("\"X Y\" is not a header name"))
        #expect(
            await failure(of: .empty().addingHeader("X", "a\r\nY: b"))
                .contains("the value of header \"X\" contains a line break or a NUL"))
    }

    @Test func headerOfAScopeThatIsNoneFailsTheRequestsThatWouldGetIt() async throws {
        mock.registerResponses(host: "h") {
            Headers(["X-A": "a\r\nInjected: b"])
            Path("/scope") { MockResponse.empty() }
        }
        mock.addResponses(forPath: "/type", host: "h", responses: [.data(Data(), contentType: "a\r\nb")])
        for path in ["scope", "type"] {
            let error = await #expect(throws: HTTPMockError.self) {
                try await HTTPReply.get("https://h/\(path)", from: mock.urlSession)
            }
            #expect(error?.message.contains("contains a line break or a NUL. To fix this, remove it") == true)
        }
    }

    @Test func requestAfterTheBadOneIsServed() async throws {
        mock.addResponses(forPath: "/a", host: "h", responses: [.encodable(Unencodable()), .plaintext("good")])
        await #expect(throws: HTTPMockError.self) { try await HTTPReply.get("https://h/a", from: mock.urlSession) }
        #expect(try await HTTPReply.get("https://h/a", from: mock.urlSession).text == "good")
    }
}
