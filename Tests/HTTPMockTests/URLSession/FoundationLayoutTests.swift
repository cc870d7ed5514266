#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    import TestSupport
    import Testing

    @testable import HTTPMock

    @Suite struct FoundationLayoutTests {
        static let properties = [
            "URLSessionTask.workQueue", "URLSessionTask.session", "URLSessionTask._callCompletionHandlerInline",
            "URLSessionTask._protocolLock", "URLSessionTask.suspendCount", "URLSessionTask.knownBody",
            "URLSessionTask.syncQ", "URLSessionTask._currentRequest", "URLSessionTask.error",
            "URLSessionTask._countOfBytesReceived", "URLSessionTask._countOfBytesSent",
            "URLSessionTask.countOfBytesExpectedToReceive", "URLSessionTask.countOfBytesExpectedToSend",
            "URLSession.workQueue", "URLSession.taskRegistry", "URLProtocol.properties",
        ]

        @Test func layoutIsCompleteOnThisToolchain() throws {
            _ = try FoundationLayout.resolve().get()
        }

        @Test func everyPropertyOfTheLayoutIsListedHere() throws {
            let layout = try FoundationLayout.resolve().get()
            // One property, the table of behaviours, is looked up inside another.
            #expect(Mirror(reflecting: layout).children.count == Self.properties.count + 1)
        }

        /// The ways to make a request.
        enum Call: CaseIterable {
            case data
            case upload
            case download
            case completionHandler

            func perform(_ session: URLSession) async throws {
                switch self {
                case .data: _ = try await session.data(for: .example("/a"))
                case .upload: _ = try await session.upload(for: .example("/a", method: "POST"), from: Data("x".utf8))
                case .download: _ = try await session.download(for: .example("/a"))
                case .completionHandler:
                    let _: Void = try await withCheckedThrowingContinuation { continuation in
                        session.dataTask(with: .example("/a")) { _, _, error in
                            continuation.resume(with: error.map { .failure($0) } ?? .success(()))
                        }.resume()
                    }
                }
            }
        }

        @Test(arguments: properties, Call.allCases)
        func missingPropertyFailsEveryRequestWithOneError(property: String, call: Call) async throws {
            let layout = FoundationLayout.resolve(hiding: property)
            let engine = MockEngine(clock: ContinuousClock(), passthrough: Passthrough(given: nil), context: nil)
            let mock = HTTPMock(SessionFrontEnd(engine, layout: layout))
            mock.addResponses(forPath: "/a", responses: [.plaintext("answer", lifetime: .eternal)])
            let error = await #expect(throws: HTTPMockError.self) { try await call.perform(mock.urlSession) }
            #expect(error?.message.contains("lacks \(property)") == true)
            #expect(mock.unusedResponses.count == 1)
        }
    }
#endif
