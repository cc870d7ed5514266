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

        @Test(arguments: properties, [ClientStyle.asyncData, .handlerData, .delegateDownload, .asyncUpload])
        func missingPropertyFailsEveryRequestWithOneError(property: String, style: ClientStyle) async throws {
            let layout = FoundationLayout.resolve(hiding: property)
            let engine = MockEngine(clock: ContinuousClock(), passthrough: Passthrough(given: nil), context: nil)
            let mock = HTTPMock(SessionFrontEnd(engine, layout: layout))
            mock.addResponses(forPath: "/a", responses: [.plaintext("answer", lifetime: .eternal)])
            let configuration = URLSessionConfiguration.uncached
            mock.install(in: configuration)
            let driver = ClientDriver(session: URLSession(configuration: configuration))
            let outcome = await driver.run(.example("/a", method: "POST"), as: style)
            let text = "\(outcome.error, default: "no error")"
            #expect(text.contains("lacks \(property)"), "\(text)")
            #expect(outcome.status == nil)
            #expect(mock.unusedResponses.count == 1)
        }
    }
#endif
