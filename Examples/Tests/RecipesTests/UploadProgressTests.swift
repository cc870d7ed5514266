import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

@testable import Recipes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.httpMock) struct UploadProgressTests {
    let mock = HTTPMock.current

    // On Apple platforms, no delegate of a mocked upload gets `didSendBodyData`, so the test would wait forever.
    #if canImport(FoundationNetworking)
        @Test func reportsProgressBeforeTheAnswer() async throws {
            let gate = ResponseGate()
            mock.addResponses(
                forPath: "/file", method: .put,
                responses: [
                    .handler {
                        .status(
                            $0.body.count == 300_000 ? .created : .badRequest,
                            delivery: .held(gate))
                    }
                ])
            let configuration = URLSessionConfiguration.ephemeral
            mock.install(in: configuration)
            let (progress, reports) = AsyncStream.makeStream(of: Double.self)

            async let status = Uploader(configuration: configuration).upload(
                Data(count: 300_000), to: .recipe("/file")
            ) {
                reports.yield($0)
            }
            var parts: [Double] = []
            for await part in progress {
                parts.append(part)
                if part == 1 { break }
            }
            // Everything is sent, and the server has not answered yet.
            await gate.reached()
            gate.open()

            #expect(try await status == 201)
            #expect(parts == parts.sorted())
            #expect(parts.count > 2)
        }
    #endif

    @Test func failsIfTheConnectionIsLost() async throws {
        mock.addResponses(
            forPath: "/file", responses: [.failure(.networkConnectionLost)])
        let configuration = URLSessionConfiguration.ephemeral
        mock.install(in: configuration)

        let error = await #expect(throws: URLError.self) {
            try await Uploader(configuration: configuration).upload(
                Data(count: 10), to: .recipe("/file")
            ) { _ in }
        }

        #expect(error?.code == .networkConnectionLost)
    }
}
