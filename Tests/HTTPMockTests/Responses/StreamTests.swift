import Foundation
import HTTPMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct StreamTests {
    private let clock = ManualClock()
    private let mock: HTTPMock
    private let delegate = RecordingDelegate()
    private let session: URLSession

    init() {
        mock = HTTPMock(clock: clock)
        let configuration = URLSessionConfiguration.ephemeral
        mock.install(in: configuration)
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    /// Starts a request with the test's delegate.
    private func start(_ response: MockResponse, timeout: TimeInterval = 1e6) throws -> URLSessionDataTask {
        mock.addResponses(forPath: "/stream", responses: [response])
        let task = session.dataTask(with: .example("/stream", timeout: timeout))
        task.resume()
        session.finishTasksAndInvalidate()
        return task
    }

    private var chunks: [String] {
        ClientOutcome(data: nil, response: nil, error: nil, events: delegate.events).chunks
    }

    private func waitForChunks(_ count: Int) async {
        await delegate.waitForEvents {
            ClientOutcome(data: nil, response: nil, error: nil, events: $0).chunks.count == count
        }
    }

    @Test func chunksReachADelegateOneByOneInTime() async throws {
        _ = try start(.stream([Data("a".utf8), Data(), Data("bc".utf8), Data("d".utf8)], every: .seconds(10)))
        for expected in [["a"], ["a", "bc"]] {
            await waitForChunks(expected.count)
            await clock.waitForSleepers(1)
            #expect(chunks == expected)
            clock.advance(by: .seconds(10))
        }
        #expect(await delegate.completion == nil)
        #expect(chunks == ["a", "bc", "d"])
        #expect(delegate.response?.expectedContentLength == -1)
        #expect(delegate.response?.mimeType == "application/octet-stream")
    }

    @Test(arguments: ClientStyle.data + ClientStyle.download)
    func chunksReachEveryClientWhole(style: ClientStyle) async throws {
        let mock = HTTPMock()
        let bytes = [Data("ab".utf8), Data("c".utf8), Data()]
        mock.addResponses(
            forPath: "/stream",
            responses: [
                .stream(bytes, every: .milliseconds(1)), .stream(AsyncStream(bytes)), .stream([]), .stream([Data()]),
            ])
        for expected in ["abc", "abc", "", ""] {
            let outcome = await ClientDriver(session: mock.urlSession).run(.example("/stream"), as: style)
            #expect(outcome.status == 200)
            #expect((outcome.text ?? "") == expected)
        }
    }

    @Test func testPushesChunksAtAnyTime() async throws {
        let (stream, test) = AsyncStream.makeStream(of: Data.self)
        _ = try start(.stream(stream, contentType: "text/plain"))
        await delegate.waitForEvents { $0 == [.response(status: 200)] }
        for text in ["first", "second"] {
            test.yield(Data(text.utf8))
            await delegate.waitForEvents { $0.last == .data(Data(text.utf8)) }
        }
        test.yield(Data("third".utf8)[2...])
        await waitForChunks(3)
        test.finish()
        #expect(await delegate.completion == nil)
        #expect(chunks == ["first", "second", "ird"])
        #expect(delegate.response?.expectedContentLength == -1)
        #expect(delegate.response?.mimeType == "text/plain")
    }

    @Test func errorOfASequenceFailsTheRequestAfterTheDeliveredChunks() async throws {
        let (stream, test) = AsyncThrowingStream.makeStream(of: Data.self)
        _ = try start(.stream(stream))
        test.yield(Data("a".utf8))
        test.finish(throwing: URLError(.networkConnectionLost))
        #expect(await delegate.completion?.urlCode == .networkConnectionLost)
        #expect(chunks == ["a"])
    }

    @Test(arguments: [0, 3, 4, 100])
    func failingStreamDeliversTheGivenNumberOfBytes(byteCount: Int) async throws {
        let delivery = MockResponse.Delivery.failing(.networkConnectionLost, afterBytes: byteCount)
        let bytes = ["ab", "cd", "ef"].map { Data($0.utf8) }
        let response: MockResponse =
            byteCount == 3 ? .stream(AsyncStream(bytes), delivery: delivery) : .stream(bytes, delivery: delivery)
        _ = try start(response)
        #expect(await delegate.completion?.urlCode == .networkConnectionLost)
        #expect(chunks.joined() == String("abcdef".prefix(byteCount)))
        #expect(delegate.events.first == .response(status: 200))
    }

    /// A suspended request has a chunk that its client does not want yet.
    @Test(arguments: [false, true])
    func sequenceIsCancelledWithItsRequest(isSuspended: Bool) async throws {
        let (stream, test) = AsyncStream.makeStream(of: Data.self)
        let isTerminated = Observed(false)
        test.onTermination = { reason in
            if case .cancelled = reason { isTerminated.change { $0 = true } }
        }
        let task = try start(.stream(stream))
        test.yield(Data("a".utf8))
        await waitForChunks(1)
        if isSuspended {
            task.suspend()
            await HTTPMock().settle()
            test.yield(Data("b".utf8))
            await HTTPMock().settle()
        }
        task.cancel()
        #expect(await delegate.completion?.urlCode == .cancelled)
        #expect(await isTerminated.wait { $0 })
    }

    @Test func chunksWaitWhileTheRequestIsSuspended() async throws {
        let (stream, test) = AsyncStream.makeStream(of: Data.self)
        let task = try start(.stream(stream))
        test.yield(Data("a".utf8))
        await waitForChunks(1)
        task.suspend()
        await HTTPMock().settle()
        test.yield(Data("b".utf8))
        test.yield(Data("c".utf8))
        await HTTPMock().settle()
        #expect(chunks == ["a"])
        task.resume()
        await waitForChunks(3)
        test.finish()
        #expect(await delegate.completion == nil)
        #expect(chunks == ["a", "b", "c"])
    }

    @Test func errorOfASequenceWaitsForASuspendedRequest() async throws {
        let (stream, test) = AsyncThrowingStream.makeStream(of: Data.self)
        let task = try start(.stream(stream))
        test.yield(Data("a".utf8))
        await waitForChunks(1)
        task.suspend()
        await HTTPMock().settle()
        test.finish(throwing: URLError(.networkConnectionLost))
        await HTTPMock().settle()
        #expect(
            task.state == .suspended && !delegate.events.contains { if case .completed = $0 { true } else { false } })
        task.resume()
        #expect(await delegate.completion?.urlCode == .networkConnectionLost)
    }

    @Test func missingChunkTimesOutOnTheClock() async throws {
        let (stream, test) = AsyncStream.makeStream(of: Data.self)
        _ = try start(.stream(stream), timeout: 10)
        for _ in 1...3 {
            clock.advance(by: .seconds(9))
            // Counted before, because the chunk may arrive at once.
            let count = chunks.count
            test.yield(Data("a".utf8))
            await delegate.waitForEvents {
                ClientOutcome(data: nil, response: nil, error: nil, events: $0).chunks.count > count
            }
            // The next wait begins after the chunk, on the work queue.
            await HTTPMock().settle()
        }
        // More than once, because the last wait may begin after the clock has moved.
        let hasTimedOut = await eventually {
            clock.advance(by: .seconds(10))
            return delegate.events.contains { if case .completed = $0 { true } else { false } }
        }
        #expect(hasTimedOut)
        #expect(await delegate.completion?.urlCode == .timedOut)
    }

    @Test func eachRequestIteratesTheSequenceAgain() async throws {
        struct Countdown: AsyncSequence, Sendable {
            struct AsyncIterator: AsyncIteratorProtocol {
                var rest = 3
                mutating func next() async -> Data? {
                    defer { rest -= 1 }
                    return rest > 0 ? Data("\(rest)".utf8) : nil
                }
            }
            func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
        }
        mock.addResponses(forPath: "/countdown", responses: [.stream(Countdown(), lifetime: .eternal)])
        for _ in 1...3 { #expect(try await mock.reply("/countdown").body == "321") }
    }

    @Test func readingAThrowingStreamForTwoRequestsAtOnceFailsTheSecond() async throws {
        struct Wrapper: AsyncSequence, Sendable {
            let stream: AsyncThrowingStream<Data, any Error>
            func makeAsyncIterator() -> AsyncThrowingStream<Data, any Error>.Iterator { stream.makeAsyncIterator() }
        }
        let (stream, test) = AsyncThrowingStream.makeStream(of: Data.self)
        mock.addResponses(forPath: "/wrapped", responses: [.stream(Wrapper(stream: stream), lifetime: .eternal)])
        let task = session.dataTask(with: .example("/wrapped", timeout: 1e6))
        task.resume()
        test.yield(Data("a".utf8))
        await waitForChunks(1)
        let error = await #expect(throws: (any Error).self) { try await mock.reply("/wrapped") }
        let message = error.flatMap { HTTPMockError($0) }?.message
        #expect(message?.contains("contains an AsyncThrowingStream that another request is reading.") == true)
        test.finish()
        #expect(await delegate.completion == nil)
        session.finishTasksAndInvalidate()
    }

    @Test func releasedStreamsAreForgotten() async throws {
        // New streams may get the identifiers of released ones.
        for _ in 1...100 {
            let stream = AsyncStream { continuation in
                continuation.yield(Data("a".utf8))
                continuation.finish()
            }
            mock.addResponses(forPath: "/released", responses: [.stream(stream)])
            #expect(try await mock.reply("/released").body == "a")
        }
    }

    private static let iteratedText =
        "HTTPMock: a response registered for example.com/stream  (StreamTests.swift:3) can't be made: its AsyncStream "
        + "was given to another request already, and can be iterated only once. To fix this, make a stream for each "
        + "request: .handler { _ in .stream(makeStream()) }"

    /// The ways to answer two requests with one stream.
    private static let sharings: [@Sendable (AsyncStream<Data>) -> [MockResponse]] = [
        { [.stream($0, lifetime: .eternal)] },
        { [.stream($0), .stream($0)] },
        { [.stream($0), .stream($0.map { $0 }.dropFirst())] },
        { stream in [.handler { _ in .stream(stream) }] },
        { [.stream($0, lifetime: .eternal, delivery: .failing(.networkConnectionLost, afterBytes: 1))] },
    ]

    @Test(arguments: sharings.indices) func streamOfAnEarlierRequestFailsTheRequest(index: Int) async throws {
        let (stream, test) = AsyncStream.makeStream(of: Data.self)
        mock.addResponses(forPath: "/stream", responses: Self.sharings[index](stream), line: 3)
        test.yield(Data("ab".utf8))
        test.finish()
        _ = try? await mock.reply("/stream")
        let error = await #expect(throws: (any Error).self) { try await mock.reply("/stream") }
        let failure = error.flatMap { HTTPMockError($0) }
        #expect(failure?.message == Self.iteratedText)
        #expect(failure?.cause == .unusableResponse)
    }

    @Test func streamOfARequestInFlightFailsTheRequest() async throws {
        let (stream, test) = AsyncStream.makeStream(of: Data.self)
        mock.addResponses(forPath: "/stream", responses: [.stream(stream), .stream(stream)], line: 3)
        let task = session.dataTask(with: .example("/stream", timeout: 1e6))
        task.resume()
        test.yield(Data("a".utf8))
        await waitForChunks(1)
        let error = await #expect(throws: (any Error).self) { try await mock.reply("/stream") }
        #expect(error.flatMap { HTTPMockError($0) }?.message == Self.iteratedText)
        test.finish()
        #expect(await delegate.completion == nil)
        session.finishTasksAndInvalidate()
    }

    @Test func adviceForAStreamAnswersEachRequest() async throws {
        mock.addResponses(
            forPath: "/made", responses: [.handler { _ in .stream(AsyncStream([Data("a".utf8)])) }])
        for _ in 1...3 { #expect(try await mock.reply("/made").body == "a") }
    }

    @Test func classOfASequenceIsNotReadByRequestsThatIterate() async throws {
        final class Cache: CustomReflectable, Sendable {
            let reads = Observed(0)
            var customMirror: Mirror {
                reads.change { $0 += 1 }
                return Mirror(self, children: [])
            }
        }
        struct Cached: AsyncSequence, Sendable {
            typealias Element = Data
            let cache = Cache()
            func makeAsyncIterator() -> AsyncStream<Data>.Iterator {
                AsyncStream([Data("a".utf8)]).makeAsyncIterator()
            }
        }
        let cached = Cached()
        mock.addResponses(forPath: "/cached", responses: [.stream(cached, lifetime: .eternal)])
        let reads = cached.cache.reads.value
        for _ in 1...2 { #expect(try await mock.reply("/cached").body == "a") }
        #expect(cached.cache.reads.value == reads)
    }

    @Test func sequenceThatKeepsWhatItsStreamGaveIsReplayed() async throws {
        struct Replay: AsyncSequence, Sendable {
            let live: AsyncStream<Data>
            let kept = Observed<[Data]>([])

            struct AsyncIterator: AsyncIteratorProtocol {
                var live: AsyncStream<Data>.Iterator
                let kept: Observed<[Data]>
                var position = 0

                mutating func next() async -> Data? {
                    defer { position += 1 }
                    if position < kept.value.count { return kept.value[position] }
                    guard let chunk = await live.next() else { return nil }
                    kept.change { $0.append(chunk) }
                    return chunk
                }
            }
            func makeAsyncIterator() -> AsyncIterator {
                AsyncIterator(live: live.makeAsyncIterator(), kept: kept)
            }
        }
        let replay = Replay(live: AsyncStream([Data("a".utf8), Data("b".utf8)]))
        mock.addResponses(
            forPath: "/replay", responses: [.stream(replay, lifetime: .multiple(2)), .stream(replay.map { $0 })])
        for _ in 1...3 { #expect(try await mock.reply("/replay").body == "ab") }
    }

    @Test func hostileSequenceDelaysNoOtherRequest() async throws {
        let (stream, test) = AsyncStream.makeStream(of: Data.self)
        let task = try start(.stream(stream))
        for _ in 0..<10_000 { test.yield(Data("x".utf8)) }
        mock.addResponses(forPath: "/plain", responses: [.plaintext("plain")])
        #expect(try await mock.reply("/plain").body == "plain")
        task.cancel()
        _ = await delegate.completion
    }

    // MARK: Events

    @Test func eventsReachADelegateOneByOne() async throws {
        _ = try start(
            .events(
                [ServerSentEvent(id: "1", event: "price", data: "10\n11", retry: 500), ServerSentEvent(data: "12")],
                every: .seconds(1)))
        await waitForChunks(1)
        #expect(chunks == ["event: price\nid: 1\nretry: 500\ndata: 10\ndata: 11\n\n"])
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await delegate.completion == nil)
        #expect(chunks.last == "data: 12\n\n")
        #expect(delegate.response?.mimeType == "text/event-stream")
    }

    @Test(arguments: [
        (ServerSentEvent(id: "a\nb", data: "x"), "an event's id contains a line break"),
        (ServerSentEvent(id: "a\0b", data: "x"), "an event's id contains a line break or a NUL"),
        (ServerSentEvent(event: "a\r", data: "x"), "an event's type contains a line break"),
        (ServerSentEvent(event: "a\r\nb", data: "x"), "an event's type contains a line break"),
        (ServerSentEvent(data: "x", retry: -1), "an event's retry is negative"),
    ])
    func eventThatCannotBeSentFailsTheRequest(event: ServerSentEvent, reason: String) async throws {
        mock.addResponses(forPath: "/events", responses: [.events([ServerSentEvent(data: "fine"), event])])
        let error = await #expect(throws: HTTPMockError.self) { try await mock.reply("/events") }
        #expect(error?.message.contains(reason) == true)
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func eventsAreParsedAsTheyWereWritten(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let parts = ["a", ":", " ", "é", "data", "\u{2028}", "\u{FEFF}", "\t", "id", "\0"]
        for _ in 0..<10 {
            var events: [ServerSentEvent] = []
            for _ in 0..<generator.pick(1...4) {
                let clean = parts.filter { $0 != "\0" }
                events.append(
                    ServerSentEvent(
                        id: generator.pick([nil, generator.text(of: clean, count: 0...3)]),
                        event: generator.pick([nil, generator.text(of: clean, count: 1...3)]),
                        data: generator.text(of: parts + ["\n", "\r", "\r\n", "\n\n"], count: 0...6),
                        retry: generator.pick([nil, 0, 1_000])))
            }
            mock.addResponses(forPath: "/\(seed)", responses: [.events(events)])
            var parser = EventStreamParser()
            let received = parser.parse(try await mock.reply("/\(seed)").body)
            var lastID = ""
            let expected = events.map { event in
                lastID = event.id ?? lastID
                let data = event.data.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(
                    of: "\r", with: "\n")
                return EventStreamParser.Event(type: event.event ?? "message", data: data, lastID: lastID)
            }
            #expect(received == expected)
            #expect(parser.retry == events.compactMap(\.retry).last)
        }
    }
}

extension AsyncStream<Data> {
    /// Creates a stream of chunks that are all available.
    fileprivate init(_ chunks: [Data]) {
        self.init { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish()
        }
    }
}

/// Parses an event stream line by line, as the HTML standard describes.
///
/// - SeeAlso: [HTML, Interpreting an event stream](https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation)
struct EventStreamParser {
    struct Event: Equatable {
        var type: String
        var data: String
        var lastID: String
    }

    private(set) var retry: Int?
    private var lastID = ""
    private var type = ""
    private var data = ""

    mutating func parse(_ text: String) -> [Event] {
        var events: [Event] = []
        for line in Self.lines(of: text) {
            if line.isEmpty {
                defer { (type, data) = ("", "") }
                guard !data.isEmpty else { continue }
                if data.unicodeScalars.last == "\n" { data.unicodeScalars.removeLast() }
                events.append(Event(type: type.isEmpty ? "message" : type, data: data, lastID: lastID))
                continue
            }
            let colon = line.firstIndex(of: ":")
            guard colon != line.startIndex else { continue }
            var value = colon.map { line[line.index(after: $0)...] } ?? [][...]
            if value.first == " " { value = value.dropFirst() }
            field(
                String(String.UnicodeScalarView(line[..<(colon ?? line.endIndex)])),
                String(String.UnicodeScalarView(value)))
        }
        return events
    }

    private mutating func field(_ name: String, _ value: String) {
        switch name {
        case "event": type = value
        case "data": data += value + "\n"
        case "id": if !value.unicodeScalars.contains("\0") { lastID = value }
        case "retry": if value.utf8.allSatisfy({ (48...57).contains($0) }) { retry = Int(value) }
        default: break
        }
    }

    private static func lines(of text: String) -> [ArraySlice<Unicode.Scalar>] {
        var lines: [ArraySlice<Unicode.Scalar>] = []
        var rest = Array(text.unicodeScalars)[...]
        if rest.first == "\u{FEFF}" { rest = rest.dropFirst() }
        while let end = rest.firstIndex(where: { $0 == "\n" || $0 == "\r" }) {
            lines.append(rest[..<end])
            let isPair = rest[end] == "\r" && rest.dropFirst(end - rest.startIndex + 1).first == "\n"
            rest = rest[(end + (isPair ? 2 : 1))...]
        }
        return lines
    }
}
