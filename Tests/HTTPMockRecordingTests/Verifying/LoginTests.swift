import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A service whose every page needs the tokens that it has just given.
@Suite(.bounded) struct LoginTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    /// The tokens of the one session of the service, new ones for each login, with characters that need escapes.
    private struct Tokens: Sendable {
        var access = Self.random("a+/=")
        var refresh = Self.random("r+/=&\"é")
        var csrf = Self.random("c+/=\"")
        var sid = Self.random("s+/=")
        var code = Self.random("k+/=&é")
        var page = Self.random("p+/=&é")

        private static func random(_ start: String) -> String { "\(start)\(UUID().uuidString)" }
    }

    private static func json(_ members: JSONObject, cookies: [String] = []) -> LoopbackResponse {
        var fields: HeaderList = ["Content-Type": "application/json"]
        for cookie in cookies { fields.append("Set-Cookie", cookie) }
        return .text(JSONValue.object(members).text, headers: fields)
    }

    /// Answers with 401 whatever lacks the tokens of the moment.
    private static func answer(
        _ request: LoopbackRequest, _ tokens: Observed<Tokens>, attributes: String
    ) -> LoopbackResponse {
        let known = tokens.value
        let isSignedIn =
            request.headers["Authorization"] == "Bearer \(known.access)"
            && (request.headers["Cookie"] ?? "").contains("sid=\(known.sid)")
        let query = URLComponents(string: request.target)?.queryItems ?? []
        let form = URLComponents(string: "?\(request.bodyText)")?.queryItems ?? []
        let body = JSONValue(request.body)
        switch "\(request.method) \(request.path)" {
        case "POST /login" where body?["password"]?.string == "correct horse battery":
            let new = tokens.change { tokens in
                tokens = Tokens()
                return tokens
            }
            return json(
                [
                    "access_token": .string(new.access), "csrf": .string(new.csrf),
                    "tokens": .array([.object(["refresh_token": .string(new.refresh)])]),
                ], cookies: ["sid=\(new.sid); Path=/\(attributes)", "theme=dark; Path=/"])
        case "GET /authorize" where isSignedIn:
            return .redirect(to: "/callback?state=7&code=\(encoded(known.code))")
        case "GET /callback" where query.contains(URLQueryItem(name: "code", value: known.code)):
            return json(["access_token": .string(known.page)])
        case "GET /pages" where isSignedIn && query.contains(URLQueryItem(name: "access_token", value: known.page)):
            return json(["items": .array([.bool(true)])])
        case "POST /comments" where isSignedIn && request.headers["X-CSRF-Token"] == known.csrf:
            return body?["csrf_token"]?.string == known.csrf ? json(["id": .bool(true)]) : .status(401)
        case "POST /refresh" where form.contains(URLQueryItem(name: "refresh_token", value: known.refresh)):
            let new = tokens.change { tokens in
                (tokens.access, tokens.refresh) = (Tokens().access, Tokens().refresh)
                return tokens
            }
            return json(["access_token": .string(new.access), "refresh_token": .string(new.refresh)])
        case "POST /logout" where isSignedIn && body?["refresh_token"]?.string == known.refresh:
            return .status(204, headers: ["Set-Cookie": "sid=; Path=/; Max-Age=0"])
        default: return .status(401)
        }
    }

    private func service(attributes: String = "") -> RecordedService {
        let tokens = Observed(Tokens())
        return RecordedService(into: folder.file()) { Self.answer($0, tokens, attributes: attributes) }
    }

    private struct Client {
        let session: URLSession
        let service: RecordedService

        func send(
            _ method: String, _ path: String, _ fields: [String: String] = [:], _ body: String? = nil
        ) async throws -> JSONValue? {
            let request = URLRequest(method, service.url(path), headers: fields, body: body.map { Data($0.utf8) })
            let (data, response) = try await session.data(for: request)
            #expect((response as? HTTPURLResponse)?.statusCode ?? 0 < 400, "\(method) \(path)")
            return JSONValue(data)
        }

        private func text(_ value: JSONValue?, _ name: String) throws -> String { try #require(value?[name]?.string) }

        func signIn() async throws -> JSONValue? {
            try await send(
                "POST", "/login", ["Content-Type": "application/json"],
                #"{"user":"ann","password":"correct horse battery"}"#)
        }

        /// Signs in, reads a page, writes, refreshes the token, reads again and signs out.
        func run() async throws {
            let login = try await signIn()
            var fields = [
                "Authorization": "Bearer \(try text(login, "access_token"))", "Content-Type": "application/json",
            ]
            let page = try await send("GET", "/authorize", fields)
            let path = "/pages?n=1&access_token=\(encoded(try text(page, "access_token")))"
            _ = try await send("GET", path, fields)
            let csrf = try text(login, "csrf")
            let comment = JSONValue.object(["text": .string("Hi"), "csrf_token": .string(csrf)])
            _ = try await send("POST", "/comments", fields.merging(["X-CSRF-Token": csrf]) { $1 }, comment.text)
            let old = try text(login?["tokens"]?.elements?.first, "refresh_token")
            let refreshed = try await send(
                "POST", "/refresh", ["Content-Type": "application/x-www-form-urlencoded"],
                "grant_type=refresh_token&refresh_token=\(encoded(old))")
            fields["Authorization"] = "Bearer \(try text(refreshed, "access_token"))"
            _ = try await send("GET", path, fields)
            let end = JSONValue.object(["refresh_token": .string(try text(refreshed, "refresh_token"))])
            _ = try await send("POST", "/logout", fields, end.text)
        }
    }

    /// A cookie that has expired since the recording is sent all the same.
    @Test(arguments: ["", "; HttpOnly; Max-Age=3600", "; Expires=Thu, 01 Jan 2026 00:00:00 GMT"])
    func unchangedServiceBehindALoginIsVerified(attributes: String) async throws {
        let service = service(attributes: attributes.hasPrefix("; Expires") ? "" : attributes)
        try await service.run(.all) { mock, _ in
            try await Client(session: mock.urlSession, service: service).run()
        }
        if attributes.hasPrefix("; Expires") {
            let text = try String(contentsOf: folder.file(), encoding: .utf8)
            let expired = text.replacing(/(sid=REDACTED-[0-9]+; Path=\/)/) { "\($0.1)\(attributes)" }
            #expect(expired != text)
            try Data(expired.utf8).write(to: folder.file())
        }
        let recordedCount = service.requestCount
        try await service.run(.none) { mock, _ in
            try await Client(session: mock.urlSession, service: service).run()
        }
        #expect(service.requestCount == recordedCount)
        try await service.run(.verify) { mock, cassette in
            try await Client(session: mock.urlSession, service: service).run()
            #expect(cassette.differences.map(\.description) == [])
            #expect(cassette.unplayedEntries.isEmpty)
        }
        #expect(service.requestCount == 2 * recordedCount)
        #expect(
            service.requests.allSatisfy { !"\($0)".contains(Redaction.mask) && !$0.bodyText.contains(Redaction.mask) })
    }

    @Test func newRequestWithAPlaceholderIsNotSent() async throws {
        let service = service()
        try await service.run(.all) { mock, _ in
            _ = try await Client(session: mock.urlSession, service: service).signIn()
        }
        let (before, count) = (try Data(contentsOf: folder.file()), service.requestCount)
        for credentials in ["Bearer REDACTED-2", "Basic \(Data("ann:REDACTED-2".utf8).base64EncodedString())"] {
            let mock = HTTPMock()
            let cassette = try Cassette(at: folder.file(), record: .new, environment: [:])
            mock.insert(cassette)
            _ = try await Client(session: mock.urlSession, service: service).signIn()
            let request = URLRequest("GET", service.url("/new"), headers: ["Authorization": credentials])
            let error = await #expect(throws: (any Error).self) { try await mock.data(for: request) }
            let text = """
                GET \(service.url("/new")) has REDACTED-2, which POST \(service.url("/login")) (shop.har, entry 1) was \
                played with and the service does not know, so it was not sent, and shop.har was not written. To fix this, \
                record the whole file again: HTTPMOCK_RECORD=all.
                """
            #expect("\(try #require(error))".contains(text))
            #expect(message { try cassette.save() } == text)
        }
        #expect(service.requestCount == count)
        #expect(try Data(contentsOf: folder.file()) == before)
    }

    @Test func placeholderWithoutAValueOfTheServiceIsADifference() async throws {
        let isChanged = Observed(false)
        let service = RecordedService(into: folder.file()) { request in
            Self.json(request.path == "/login" && !isChanged.value ? ["access_token": .string("secret-token")] : [:])
        }
        func run(_ mock: HTTPMock, _ header: (String) -> String) async throws {
            let login = JSONValue(try await mock.data(for: URLRequest(url: service.url("/login"))).0)
            let token = try #require(login?["access_token"]?.string)
            _ = try await mock.data(
                for: URLRequest("GET", service.url("/page"), headers: ["Authorization": header(token)]))
        }
        try await service.run(.all) { mock, _ in try await run(mock) { "Bearer \($0)" } }
        isChanged.change { $0 = true }
        try await service.run(.verify) { mock, cassette in
            try await run(mock) { "Bearer \($0)" }
            #expect(
                cassette.differences.map { "\($0.text); \($0.fix)" } == [
                    "access_token is gone; record it again: HTTPMOCK_RECORD=all",
                    "the service has given no value for REDACTED-1, so it was not sent to the network; make the request "
                        + "of GET \(service.url("/login")) (shop.har, entry 1) before this one, or record everything "
                        + "again: HTTPMOCK_RECORD=all",
                ])
        }
        isChanged.change { $0 = false }
        try await service.run(.verify) { mock, cassette in
            try await run(mock) { "Basic \(Data("ann:\($0)".utf8).base64EncodedString())" }
            #expect(cassette.differences.map(\.text).first?.contains("placeholder in base64") == true)
        }
        #expect(service.requests.filter { $0.path == "/page" }.count == 1)
    }

    @Test func formWithAnUploadedImageHasTheServicesToken() throws {
        func answer(_ token: String) -> HARResponse {
            let body = HARBody(Data(#"{"csrf_token":"\#(token)"}"#.utf8), type: "application/json")
            return HARResponse(status: 200, headers: [], body: body)
        }
        func form(_ token: String) -> Data {
            let field = "--x\r\nContent-Disposition: form-data; name=\"csrf_token\"\r\n\r\n\(token)\r\n"
            let image = "--x\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.png\"\r\n\r\n"
            return Data((field + image).utf8) + Data([0x89, 0xFF, 0x00]) + Data("\r\n--x--\r\n".utf8)
        }
        let url = try #require(URL(string: "https://a.com/upload"))
        let fields: HTTPMock.HeaderFields = ["Content-Type": "multipart/form-data; boundary=x"]
        let recorded = HARRequest(method: "POST", url: url.absoluteString, headers: [], body: nil)
        func exchanged(_ token: String, _ values: LiveValues) throws -> Data? {
            let request = MockRequest(method: .post, address: .url(url), headers: fields, body: form(token))
            return try values.exchanged(request, recorded: recorded).httpBody
        }
        var values = LiveValues()
        values.learn(from: answer("secret-token"), recorded: answer("REDACTED-3"))
        #expect(try exchanged("REDACTED-3", values) == form("secret-token"))
        // A placeholder without a value is not sent, next to an image either.
        #expect(throws: LiveValues.Refusal.self) { try exchanged("REDACTED-9", values) }
    }
}

private func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
}
