import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

@testable import Recipes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.httpMock(clock: .manual)) struct ServerSentEventsTests {
    let mock = HTTPMock.current
    let clock = HTTPMock.current.manualClock
    let source: EventSource

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        mock.install(in: configuration)
        source = EventSource(
            url: .recipe("/events"), configuration: configuration, clock: clock)
    }

    @Test func readsEventsAsTheyArrive() async throws {
        mock.addResponses(
            forPath: "/events", when: .header("Accept", "text/event-stream"),
            responses: [
                .events(
                    [
                        ServerSentEvent(event: "price", data: "10"),
                        ServerSentEvent(id: "2", data: "two\nlines"),
                        ServerSentEvent(data: "bye"),
                    ], every: .seconds(30))
            ])
        var events = source.events().makeAsyncIterator()
        #expect(try await events.next() == .init(type: "price", data: "10"))
        for expected in [
            EventSource.Event(id: "2", data: "two\nlines"), .init(data: "bye"),
        ] {
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(30))
            #expect(try await events.next() == expected)
        }
        #expect(try await events.next() == nil)
    }

    @Test func readsEventsThatAreCutAnywhere() async throws {
        let (chunks, server) = AsyncStream.makeStream(of: Data.self)
        mock.addResponses(
            forPath: "/events",
            responses: [.stream(chunks, contentType: "text/event-stream")])
        var events = source.events().makeAsyncIterator()
        // The chunks end in the middle of an event.
        server.yield(Data("data: hel".utf8))
        server.yield(Data("lo\n\nda".utf8))
        #expect(try await events.next() == .init(data: "hello"))
        server.yield(Data("ta: world\n\n".utf8))
        #expect(try await events.next() == .init(data: "world"))
        server.finish()
        #expect(try await events.next() == nil)
    }

    @Test func readsLinesThatEndWithCRLF() async throws {
        mock.addResponses(
            forPath: "/events",
            responses: [
                .data(
                    Data("event: price\r\ndata: 10\r\n\r\n".utf8),
                    contentType: "text/event-stream")
            ])
        var events = source.events().makeAsyncIterator()
        #expect(try await events.next() == .init(type: "price", data: "10"))
        #expect(try await events.next() == nil)
    }

    @Test(arguments: [404, 500])
    func failsIfTheStatusIsNoSuccess(status: Int) async throws {
        mock.addResponses(
            forPath: "/events",
            responses: [
                .data(Data("data: no event\n\n".utf8), status: status)
            ])
        var events = source.events().makeAsyncIterator()
        await #expect(throws: StatusError(status: status)) {
            try await events.next()
        }
    }

    @Test func reconnectsFromTheLastEvent() async throws {
        let first = ServerSentEvent(id: "7", data: "first", retry: 10_000)
        mock.addResponses(
            forPath: "/events",
            responses: [
                .events(
                    [first],
                    delivery: .failing(
                        .networkConnectionLost, afterBytes: 1_000))
            ])
        mock.addResponses(
            forPath: "/events", when: .header("Last-Event-ID", "7"),
            responses: [.events([ServerSentEvent(data: "second")])])
        var events = source.events().makeAsyncIterator()
        #expect(try await events.next() == .init(id: "7", data: "first"))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(10))
        #expect(try await events.next() == .init(data: "second"))
        #expect(try await events.next() == nil)
    }

    @Test func reconnectsFromAnIdentifierWithoutData() async throws {
        let stream = "retry: 10000\nid: 7\ndata: first\n\nid: 8\n\n"
        mock.addResponses(
            forPath: "/events",
            responses: [
                .data(
                    Data(stream.utf8),
                    delivery: .failing(
                        .networkConnectionLost, afterBytes: 1_000),
                    contentType: "text/event-stream")
            ])
        mock.addResponses(
            forPath: "/events", when: .header("Last-Event-ID", "8"),
            responses: [.events([ServerSentEvent(data: "second")])])
        var events = source.events().makeAsyncIterator()
        #expect(try await events.next() == .init(id: "7", data: "first"))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(10))
        #expect(try await events.next() == .init(data: "second"))
    }
}
