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
            "URLSession.workQueue", "URLSession.taskRegistry", "_TaskRegistry.behaviours", "_TaskRegistry.tasks",
            "URLProtocol.properties",
        ]
        static let payloads = [
            "URLSessionTask._Body.data", "URLSessionTask._Body.file", "URLSessionTask._Body.stream",
            "URLSessionTask._Body.none",
            "URLSession._TaskRegistry._Behaviour.dataCompletionHandler",
            "URLSession._TaskRegistry._Behaviour.dataCompletionHandlerWithTaskDelegate",
            "URLSession._TaskRegistry._Behaviour.downloadCompletionHandler",
            "URLSession._TaskRegistry._Behaviour.downloadCompletionHandlerWithTaskDelegate",
            "URLSession._TaskRegistry._Behaviour.callDelegate", "URLProtocol.properties.temporaryFileURL",
        ]

        @Test func layoutIsCompleteOnThisToolchain() throws {
            _ = try FoundationLayout.resolve().get()
        }

        @Test func everyPropertyOfTheLayoutIsListedHere() throws {
            let layout = try FoundationLayout.resolve().get()
            #expect(Mirror(reflecting: layout).children.count == Self.properties.count)
            let cases = EnumCase.all(of: UploadBody.self) + EnumCase.all(of: TaskBehaviour.self)
            #expect(cases.count + 1 == Self.payloads.count)
        }

        private enum OtherOrder {
            case file(URL)
            case data(DispatchData)
            case stream(InputStream)
            case none
        }

        private enum OtherPayload {
            case data(Data)
            case file(URL)
            case stream(InputStream)
            case none
        }

        private indirect enum OtherStorage {
            case data(DispatchData)
            case file(URL)
            case stream(InputStream)
            case none
        }

        private enum OtherCase {
            case data(DispatchData)
            case file(URL)
            case stream(InputStream)
            case sequence(InputStream)
            case none
        }

        @Test func enumerationOfAnotherFormIsNotedAsMissing() {
            let others: [(type: any Any.Type, text: String)] = [
                (OtherPayload.self, "OtherPayload.data"), (OtherStorage.self, "OtherStorage.file"),
                (OtherOrder.self, "OtherOrder with only the cases"), (OtherCase.self, "OtherCase with only the cases"),
                (Int.self, "Int.stream"),
            ]
            for other in others {
                let missing = EnumCase.needs(of: UploadBody.self, in: other.type).filter { !$0.isMet }
                #expect(missing.contains { $0.name.contains(other.text) })
            }
            #expect(EnumCase.needs(of: UploadBody.self, in: nil).allSatisfy { !$0.isMet })
            #expect(EnumCase.needs(of: UploadBody.self, in: UploadBody.self).allSatisfy { $0.isMet })
        }

        @Test func propertyOfAnotherNameOrTypeIsNotFound() {
            #expect(StoredField<Int>("suspendCount", of: URLSessionTask.self).isFound)
            #expect(!StoredField<Int>("suspendCounts", of: URLSessionTask.self).isFound)
            #expect(!StoredField<Int>("suspendCount", of: nil).isFound)
            #expect(!StoredField<Int64>("suspendCount", of: URLSessionTask.self).isFound)
            #expect(!StoredField<Int>("suspendCount", of: URLSessionTask.self, spelled: "Swift.Int64").isFound)
        }

        /// The ways to make a request.
        enum Call: CaseIterable {
            case data
            case upload
            case fileUpload
            case streamedUpload
            case download
            case completionHandler

            func perform(_ session: URLSession) async throws {
                let post = URLRequest.example("/a", method: "POST")
                switch self {
                case .data: _ = try await session.data(for: .example("/a"))
                case .upload: _ = try await session.upload(for: post, from: Data("x".utf8))
                case .fileUpload: _ = try await session.upload(for: post, fromFile: URL(filePath: #filePath))
                case .streamedUpload:
                    var streamed = post
                    streamed.httpBodyStream = InputStream(data: Data("x".utf8))
                    _ = try await session.data(for: streamed)
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

        @Test(arguments: properties + payloads, Call.allCases)
        func missingPropertyOrPayloadFailsEveryRequestWithOneError(property: String, call: Call) async throws {
            let layout = FoundationLayout.resolve(hiding: property)
            let engine = MockEngine(clock: ContinuousClock(), passthrough: Passthrough(given: nil), context: nil)
            let mock = HTTPMock(SessionFrontEnd(engine, layout: layout))
            mock.addResponses(forPath: "/a", responses: [.plaintext("answer", lifetime: .eternal)])
            let error = await #expect(throws: HTTPMockError.self) { try await call.perform(mock.urlSession) }
            #expect(error?.message.contains("lacks \(property)") == true)
            #expect(error?.message.contains("compiled with Swift") == true)
            #expect(mock.unusedResponses.count == 1)
            #expect(mock.requests.isEmpty)
        }
    }
#endif
