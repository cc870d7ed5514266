import Foundation
import HTTPMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Runs the documents' snippets about conditions and the request.
@Suite(.bounded) struct ConditionSnippetTests {
    let mock = HTTPMock()
    let login = ["user": "alice"]

    private func answer(
        _ path: String, method: String = "POST", headers: [String: String] = [:], body: String? = nil
    ) async throws -> String {
        var request = URLRequest(url: try #require(URL(string: "https://api.example.com\(path)")))
        request.httpMethod = method
        request.allHTTPHeaderFields = headers
        request.httpBody = body.map { Data($0.utf8) }
        let (data, response) = try await mock.data(for: request)
        return "\((response as? HTTPURLResponse)?.statusCode ?? 0) \(String(decoding: data, as: UTF8.self))"
    }

    @Test func aConditionDistinguishesRequests() async throws {
        mock.registerResponses(host: "api.example.com") {
            Path("/login", method: .post, when: .json(["user": "alice"])) { MockResponse.status(.noContent) }
            Path("/login", method: .post) { MockResponse.status(.unauthorized) }
            Path("/report", when: .header("Accept", "application/*"), .bearerToken("t0k3n")) {
                MockResponse.json("[]")
            }
        }

        #expect(try await answer("/login", body: #"{ "user" : "alice" }"#) == "204 ")
        #expect(try await answer("/login", body: #"{"user":"bob"}"#) == "401 ")
        let accept = ["Accept": "application/json"]
        #expect(try await answer("/report", method: "GET", headers: accept).hasPrefix("404 "))
        #expect(
            try await answer(
                "/report", method: "GET", headers: accept.merging(["Authorization": "Bearer t0k3n"]) { $1 })
                == "200 []")
    }

    @Test func conditionsCombine() async throws {
        mock.addResponses(
            forPath: "/events", host: "api.example.com", method: .post,
            when: .any(of: .json(containing: ["kind": "click"]), .form(["kind": "click"])),
            .not(.header("X-Debug")),
            .where("the body is small") { $0.body.count < 1_000 },
            responses: [.status(.accepted, lifetime: .eternal)])

        #expect(try await answer("/events", body: #"{"kind":"click","x":3}"#) == "202 ")
        #expect(try await answer("/events", body: "kind=click") == "202 ")
        #expect(try await answer("/events", headers: ["X-Debug": "1"], body: "kind=click").hasPrefix("404 "))
        let large = "{\"kind\":\"click\",\"x\":\"\(String(repeating: "x", count: 1_000))\"}"
        #expect(try await answer("/events", body: large).contains(#".where("the body is small") returned false"#))
    }

    @Test(
        arguments: [
            (.header("X-A"), true), (.header("x-a", "o*"), true), (.header("X-A", "O*"), false),
            (.bearerToken("t0k3n"), false), (.basicAuth(user: "alice", password: "pass"), true),
            (.scheme("https"), true), (.scheme("http"), false),
            (.body(Data(#"{"a":{"b":1,"c":[1,2]}}"#.utf8)), true), (.body(containing: #""b":1"#), true),
            (.json(["a": ["b": 1]]), false), (.json(containing: ["a": ["b": 1]]), true),
            (.json(containing: ["a": ["c": [1]]]), false), (.json(containing: ["a": ["c": [1.0, 2.0]]]), true),
            (.form(["a": "1"]), false), (.graphQL(operation: "Viewer"), false),
            (.any(of: .scheme("http"), .header("X-A")), true), (.all(of: .scheme("http"), .header("X-A")), false),
            (.not(.header("X-B")), true),
        ] as [(RequestCondition, Bool)])
    func aConditionMatches(condition: RequestCondition, isMatch: Bool) async throws {
        mock.addResponses(forPath: "/", host: "api.example.com", when: condition, responses: [.plaintext("matched")])

        let credentials = Data("alice:pass".utf8).base64EncodedString()
        let text = try await answer(
            "/", headers: ["X-A": "one", "Authorization": "Basic \(credentials)"],
            body: #"{"a":{"b":1,"c":[1,2]}}"#)
        #expect(text.hasPrefix("200") == isMatch)
    }

    @Test(arguments: [
        ("name=Alice+B&tag=a", true), ("tag=a&name=Alice%20B", true), ("name=Alice+B", false),
        ("name=Alice+B&tag=a&x=1", false),
    ])
    func aFormHasAllFieldsAndNoOther(body: String, isMatch: Bool) async throws {
        mock.addResponses(
            forPath: "/", host: "api.example.com", when: .form(["name": "Alice B", "tag": "a"]), responses: [.empty()])

        #expect(try await answer("/", body: body).hasPrefix("200") == isMatch)
    }

    @Test func anOperationDistinguishesGraphQLRequests() async throws {
        mock.registerResponses(host: "api.example.com") {
            Path("/graphql", when: .graphQL(operation: "Viewer")) {
                MockResponse.json(#"{"data":{"viewer":{"name":"Alice"}}}"#)
            }
            Path("/graphql", when: .graphQL(operation: "Posts")) {
                MockResponse.json(#"{"data":{"posts":[]}}"#)
            }
        }

        #expect(
            try await answer("/graphql", body: #"{"query":"query Posts { posts { id } }"}"#)
                == #"200 {"data":{"posts":[]}}"#)
        #expect(
            try await answer("/graphql", body: #"{"query":"{ viewer { name } }","operationName":"Viewer"}"#)
                == #"200 {"data":{"viewer":{"name":"Alice"}}}"#)
    }

    @Test func uploadMatchesByFieldsAndFiles() async throws {
        mock.addResponses(
            forPath: "/photos", host: "api.example.com", method: .post,
            when: .multipart(["title": "Holiday", "photo": .file(named: "*.jpg", contentType: "image/jpeg")]),
            responses: [.status(.created)])

        func body(_ fileName: String) -> String {
            [
                "--x", #"Content-Disposition: form-data; name="title""#, "", "Holiday", "--x",
                #"Content-Disposition: form-data; name="photo"; filename="\#(fileName)""#, "Content-Type: image/jpeg",
                "",
                "JPEG", "--x--", "",
            ].joined(separator: "\r\n")
        }
        let headers = ["Content-Type": "multipart/form-data; boundary=x"]
        let text = try await answer("/photos", headers: headers, body: body("sea.png"))
        #expect(text.contains(#"file photo is named "sea.png", expected "*.jpg""#))
        #expect(try await answer("/photos", headers: headers, body: body("sea.jpg")) == "201 ")
    }

    @Test func aHandlerReadsThePathsParameters() async throws {
        mock.addResponses(
            forPath: "/teams/{team}/users/{id}", host: "api.example.com",
            responses: [
                .handler { request in
                    .plaintext("\(request.pathParameter("team") ?? "") \(request.pathParameter("id") ?? "")")
                }
            ])

        #expect(try await answer("/teams/ios/users/7", method: "GET") == "200 ios 7")
        #expect(try await answer("/teams/q%26a/users/8", method: "GET") == "200 q&a 8")
    }

    @Test func diagnosisNamesTheConditionsThatDoNotMatch() async throws {
        mock.addResponses(
            forPath: "/report", host: "api.example.com", when: .header("Accept", "application/*"),
            .bearerToken("t0k3n"), responses: [.json("[]")])
        let text = try await answer(
            "/report", method: "GET", headers: ["Accept": "text/plain", "Authorization": "Bearer expired"])

        let shown = text.split(separator: "\n").filter { $0.hasPrefix("  nearest") || $0.hasPrefix("    host") }
            .joined(separator: "\n").replacing(/ConditionSnippetTests\.swift:\d+/, with: "ReportTests.swift:12")
        let isShown = try Documents.page("Conditions", shows: "\(shown)\n```")
        #expect(isShown, "the page shows another text than\n\(shown)")
    }
}
