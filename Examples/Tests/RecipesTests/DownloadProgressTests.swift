import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

@testable import Recipes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A download that arrives in parts, on a clock that the test advances.
@Suite(.httpMock(clock: .manual)) struct DownloadProgressTests {
    let mock = HTTPMock.current
    let clock = HTTPMock.current.manualClock

    @Test func reportsEachPart() async throws {
        mock.addResponses(
            forPath: "/file",
            responses: [
                .data(
                    Data(count: 400),
                    delivery: .chunked(size: 100, every: .seconds(1)))
            ])
        let configuration = URLSessionConfiguration.ephemeral
        mock.install(in: configuration)
        let (progress, reports) = AsyncStream.makeStream(of: Double.self)
        var parts = progress.makeAsyncIterator()

        async let file = Downloader(configuration: configuration).download(
            .recipe("/file")
        ) {
            reports.yield($0)
        }
        #expect(await parts.next() == 0.25)
        for part in [0.5, 0.75, 1] {
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(1))
            #expect(await parts.next() == part)
        }
        #expect(try await file == Data(count: 400))
    }

    @Test func reportsNothingWithoutAContentLength() async throws {
        let (chunks, server) = AsyncStream.makeStream(of: Data.self)
        server.yield(Data(count: 400))
        server.finish()
        mock.addResponses(forPath: "/file", responses: [.stream(chunks)])
        let configuration = URLSessionConfiguration.ephemeral
        mock.install(in: configuration)
        let (progress, reports) = AsyncStream.makeStream(of: Double.self)

        let file = try await Downloader(configuration: configuration).download(
            .recipe("/file")
        ) {
            reports.yield($0)
        }

        reports.finish()
        #expect(file == Data(count: 400))
        #expect(await progress.first { _ in true } == nil)
    }

    @Test func failsIfTheStatusIsNoSuccess() async throws {
        mock.addResponses(forPath: "/file", responses: [.status(.notFound)])
        let configuration = URLSessionConfiguration.ephemeral
        mock.install(in: configuration)

        await #expect(throws: StatusError(status: 404)) {
            try await Downloader(configuration: configuration).download(
                .recipe("/file")
            ) { _ in }
        }
    }
}
