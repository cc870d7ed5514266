#if os(Linux)
    import Foundation
    import FoundationNetworking
    import HTTPMock
    import TestSupport
    import Testing

    @testable import HTTPMockServer

    /// The tests of a guarded process; ``EscapeGuardTests`` runs each of them in a process of its own.
    @Suite(.enabled(if: SeparateProcess.isCurrent, "run in a process of its own"), .bounded)
    struct GuardedProcess {
        /// A server whose host is not allowed, and which must get no connection.
        private let forbidden = NetworkWatch()

        private static func status(_ session: URLSession, _ url: URL) async throws -> Int? {
            (try await session.data(from: url).1 as? HTTPURLResponse)?.statusCode
        }

        @Test func refusesEveryWay() async throws {
            let reports = InterceptedReports(containing: "EscapeGuard has refused")
            let early = URLSession(configuration: .ephemeral)
            try await EscapeGuard.start()
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("HTTPMock-\(UUID())")
            try Data("body".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let own = URLSession(configuration: .default)
            func request(_ path: String) -> URLRequest {
                var request = URLRequest(url: forbidden.url("/\(path)?token=s3cret&page=2"))
                request.httpMethod = "POST"
                return request
            }
            let url = forbidden.url("/contents")
            let ways: [(String, () async throws -> any Sendable)] = [
                ("own", { try await own.data(for: request("own")).0 }),
                ("shared", { try await URLSession.shared.data(for: request("shared")).0 }),
                ("contents", { try await Self.contents(of: url) }),
                ("upload", { try await own.upload(for: request("upload"), fromFile: file).0 }),
                ("download", { try await own.download(for: request("download")).0 }),
                ("early", { try await early.data(for: request("early")).0 }),
            ]
            for (name, way) in ways {
                let answer = try? await way()
                // A download is a file, and `Data(contentsOf:)` has errors of its own.
                if let text = (answer as? Data).map({ String(decoding: $0, as: UTF8.self) }) {
                    #expect(text.hasPrefix("HTTPMock: ") && text.contains("/\(name)"), "\(name): \(text)")
                } else {
                    #expect(["contents", "download"].contains(name), "\(name): \(String(describing: answer))")
                }
                let report = try #require(reports.texts.first { $0.contains("/\(name)") }, "\(name): \(reports.texts)")
                #expect(report.contains("HTTPMock: \(name == "contents" ? "GET" : "POST") http://127.0.0.1:"))
                #expect(!report.contains("s3cret"))
                #expect(report.contains("To fix this, "))
                #expect(report.contains("EscapeGuard.allow(\"127.0.0.1\")"))
            }
            // Nothing but host and port of a secure request is known.
            let secure = try #require(URL(string: "https://api.example.invalid/secret?token=s3cret"))
            await #expect(throws: URLError.self) { try await own.data(from: secure) }
            #expect(reports.texts.contains { $0.hasPrefix("HTTPMock: api.example.invalid:443 is not a request") })
            #expect(reports.texts.count == ways.count + 1)
            #expect(await forbidden.connectionCount() == 0)
        }

        private static func contents(of url: URL) async throws -> Data {
            try await withCheckedThrowingContinuation { continuation in
                // On a thread, because it blocks.
                Thread.detachNewThread { continuation.resume(with: Result { try Data(contentsOf: url) }) }
            }
        }

        @Test func letsThrough() async throws {
            let reports = InterceptedReports(containing: "EscapeGuard has refused")
            let real = LoopbackServer { request in
                .text("\(request.method) \(request.target) \(String(decoding: request.body, as: UTF8.self))")
            }
            defer { real.stop() }
            let passed = LoopbackServer { _ in .text("passed") }
            defer { passed.stop() }
            try await EscapeGuard.start(allowing: ["localhost:\(real.port)"])
            // Mocked.
            let mock = HTTPMock()
            mock.addResponses(forPath: "/x", responses: [.plaintext("mocked")])
            #expect(try await HTTPReply.get("https://example.com/x", from: mock.urlSession).text == "mocked")
            // Passed through to a host that is not allowed.
            mock.unmockedPolicy = .passthrough
            #expect(
                try await HTTPReply.get(passed.url("/").absoluteString, from: mock.urlSession).text == "passed")
            // Allowed, several on one session, with bodies.
            let session = URLSession(configuration: .ephemeral)
            for number in 0..<5 {
                var request = URLRequest(url: real.url("/a?n=\(number)"))
                request.httpMethod = "POST"
                request.httpBody = Data("body \(number)".utf8)
                let (data, response) = try await session.data(for: request)
                #expect((response as? HTTPURLResponse)?.statusCode == 200)
                #expect(String(decoding: data, as: UTF8.self) == "POST /a?n=\(number) body \(number)")
            }
            #expect(reports.texts.isEmpty)
            // Allowed for the passed-through request only, and no longer than that.
            #expect(try await Self.status(session, passed.url("/")) == 403)
            try EscapeGuard.allow("127.*.0.1")
            #expect(try await session.data(from: passed.url("/")).0 == Data("passed".utf8))
            #expect(reports.texts.count == 1)
        }

        @Test func refusesAThousand() async throws {
            let reports = InterceptedReports(containing: "EscapeGuard has refused")
            try await EscapeGuard.start()
            let session = URLSession(configuration: .ephemeral)
            let count = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<1_000 {
                    let url = forbidden.url("/\(number)")
                    group.addTask { (try? await Self.status(session, url)) == 403 }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(count == 1_000)
            #expect(Set(reports.texts).count == 1_000)
            #expect(await forbidden.connectionCount() == 0)
        }

        @Test func startsTwice() async throws {
            let reports = InterceptedReports(containing: "EscapeGuard has refused")
            let real = LoopbackServer { _ in .text("real") }
            defer { real.stop() }
            try await EscapeGuard.start()
            let proxy = ProcessInfo.processInfo.environment["http_proxy"]
            #expect(proxy?.hasPrefix("http://127.0.0.1:") == true)
            let session = URLSession(configuration: .ephemeral)
            #expect(try await Self.status(session, real.url("/")) == 403)
            try await EscapeGuard.start(allowing: ["127.0.0.1"])
            #expect(ProcessInfo.processInfo.environment["http_proxy"] == proxy)
            #expect(try await session.data(from: real.url("/")).0 == Data("real".utf8))
            await #expect(throws: HTTPMockError.self) { try await EscapeGuard.start(allowing: ["https://a/b"]) }
            #expect(throws: HTTPMockError.self) { try EscapeGuard.allow("a/b") }
            #expect(reports.texts.count == 1)
        }

        @Test func startsAfterAFailure() async throws {
            // Another server has started the loops, so that only the port is missing.
            let other = try AnsweringServer()
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let firstFree = dup(0)
            Foundation.close(firstFree)
            var used = rlimit(rlim_cur: rlim_t(firstFree), rlim_max: limit.rlim_max)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &used)
            let error = await #expect(throws: HTTPMockError.self) { try await EscapeGuard.start() }
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            #expect(error?.message.contains("EscapeGuard can't start (socket: ") == true)
            #expect(ProcessInfo.processInfo.environment["http_proxy"] == nil)
            let reports = InterceptedReports(containing: "EscapeGuard has refused")
            try await EscapeGuard.start()
            let proxy = ProcessInfo.processInfo.environment["http_proxy"]
            #expect(proxy?.hasPrefix("http://127.0.0.1:") == true)
            #expect(try await Self.status(URLSession(configuration: .ephemeral), forbidden.url("/")) == 403)
            #expect(reports.texts.count == 1)
            withExtendedLifetime(other) {}
        }

        /// `curl` reads the same variables.
        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "needs curl"))
        func refusesAChild() async throws {
            let reports = InterceptedReports(containing: "EscapeGuard has refused")
            try await EscapeGuard.start(allowing: ["allowed.invalid"])
            for url in [forbidden.url("/").absoluteString, "https://api.example.invalid/"] {
                let output = await Subprocess.run(
                    "/usr/bin/curl", ["-sS", "-m", "60", url], environment: ProcessInfo.processInfo.environment)
                // Only a tunnel that is refused is an error of curl.
                #expect((output.status == 0) == output.text.hasPrefix("HTTPMock: GET http"), "\(output.text)")
            }
            #expect(reports.texts.count == 2)
            #expect(await forbidden.connectionCount() == 0)
            // Allowed, but nobody is there.
            let output = await Subprocess.run(
                "/usr/bin/curl", ["-sS", "-m", "60", "http://allowed.invalid/"],
                environment: ProcessInfo.processInfo.environment)
            #expect(output.status != 0)
            #expect(reports.texts.count == 2)
        }

        /// A tunnel carries bytes both ways, ends as its sides end, and is not limited by the buffers between them.
        @Test func tunnels() async throws {
            let echo = try AnsweringServer()
            try await EscapeGuard.start(allowing: ["127.0.0.1:\(echo.port)"])
            let proxy = try #require(
                ProcessInfo.processInfo.environment["https_proxy"].flatMap(URL.init)?.port)
            let client = try RawClient(port: proxy)
            try client.send("CONNECT 127.0.0.1:\(echo.port) HTTP/1.1\r\nHost: 127.0.0.1:\(echo.port)\r\n\r\n")
            #expect(try client.readResponse(hasBody: false).status == 200)
            let body = String(repeating: "x", count: 3_000_000)
            let text = "POST /big HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            Thread.detachNewThread { [client = Shared(client)] in try? client.value.send(text) }
            #expect(try client.readResponse().text == "/big \(body)")
            try client.send("GET /last HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            #expect(try client.readResponse().text == "/last ")
            #expect(try client.end() == .closed)
            // Bytes that follow the request at once, and a client that ends its direction.
            let second = try RawClient(port: proxy)
            try second.send(
                "CONNECT 127.0.0.1:\(echo.port) HTTP/1.1\r\nHost: h\r\n\r\nGET /early HTTP/1.1\r\nHost: h\r\n\r\n")
            second.endWriting()
            #expect(try second.readResponse(hasBody: false).status == 200)
            #expect(try second.readResponse().text == "/early ")
            #expect(try second.end() == .closed)
            // A request that is for no proxy.
            let reports = InterceptedReports(containing: "EscapeGuard has refused")
            let third = try RawClient(port: proxy)
            try third.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try third.readResponse().status == 403)
            #expect(reports.texts.count == 1)
        }
    }
#endif
