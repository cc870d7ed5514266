import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Responses that no server would send, which must neither crash the process nor delay others.
@Suite(.bounded) struct HostileResponseTests {
    private let mock = HTTPMock()

    @Test(arguments: ["😀=", "e\u{301}=", "👍🏽=1", "a=\u{301}1", "=", "; =", "a", "", "a=1; 😀=2", "ü=1, b=2"])
    func unusualCookieNameIsIgnored(field: String) async throws {
        mock.addResponses(
            forPath: "/a", responses: [.empty(headers: ["Set-Cookie": field]).addingHeader("Set-Cookie", "good=1")])
        _ = try await mock.reply("/a")
        let names = (mock.urlSession.configuration.httpCookieStorage?.cookies ?? []).map(\.name)
        #expect(names.contains("good"))
        #expect(!names.contains { $0.unicodeScalars.contains { !$0.isASCII } })
        #expect(!mock.networkLogHAR().isEmpty)
    }

    @Test func joinedCookiesAndDatesAreKept() async throws {
        let fields = "a=1; Path=/; Expires=Wed, 09 Jun 2100 10:18:14 GMT, b=2; Path=/"
        mock.addResponses(forPath: "/a", responses: [.empty(headers: ["Set-Cookie": fields])])
        _ = try await mock.reply("/a")
        let cookies = mock.urlSession.configuration.httpCookieStorage?.cookies ?? []
        #expect(Set(cookies.map { "\($0.name)=\($0.value)" }) == ["a=1", "b=2"])
        #expect(cookies.first { $0.name == "a" }?.expiresDate != nil)
    }

    @Test func durationsBeyondAnyClockAreForever() async throws {
        var delivery = MockResponse.Delivery.delayed(.seconds(Int64.max) * 2)
        for _ in 0..<25 { delivery = delivery.after(.seconds(Int64.max)) }
        mock.addResponses(forPath: "/a", responses: [.plaintext("x", delivery: delivery)])
        let configuration = URLSessionConfiguration.uncached
        configuration.timeoutIntervalForRequest = .infinity
        configuration.timeoutIntervalForResource = .infinity
        mock.install(in: configuration)
        let task = URLSession(configuration: configuration).dataTask(with: .example("/a"))
        task.resume()
        try await mock.waitForRequest(path: "/a", timeout: .seconds(600))
        await mock.settle()
        task.cancel()
        #expect(await eventually { task.state == .completed })
    }

    @Test func streamThatTwoRequestsShareFailsTheSecond() async throws {
        let (chunks, source) = AsyncThrowingStream.makeStream(of: Data.self)
        mock.addResponses(forPath: "/a", responses: [.stream(chunks, lifetime: .eternal)])
        let delegate = RecordingDelegate()
        let configuration = URLSessionConfiguration.uncached
        mock.install(in: configuration)
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        session.dataTask(with: .example("/a")).resume()
        source.yield(Data("first".utf8))
        await delegate.waitForEvents { events in events.contains { if case .data = $0 { true } else { false } } }
        let error = await #expect(throws: HTTPMockError.self) { try await mock.data(for: .example("/a")) }
        #expect(error?.message.contains("its AsyncStream was given to another request already") == true)
        source.finish()
        #expect(await delegate.completion == nil)
    }

    /// Ways in which one stream can be in two responses.
    enum Sharing: CaseIterable {
        case same, mapped, wrapped

        func response(_ stream: AsyncThrowingStream<Data, any Error>) -> MockResponse {
            switch self {
            case .same: .stream(stream)
            case .mapped: .stream(stream.map { $0 })
            case .wrapped: .stream(Wrapped(stream: stream))
            }
        }
    }

    /// A sequence of the user's that contains a stream.
    struct Wrapped: AsyncSequence, Sendable {
        let stream: AsyncThrowingStream<Data, any Error>

        func makeAsyncIterator() -> AsyncThrowingStream<Data, any Error>.AsyncIterator { stream.makeAsyncIterator() }
    }

    @Test(arguments: Sharing.allCases)
    func streamThatTwoResponsesShareFailsTheSecondRequest(sharing: Sharing) async throws {
        let (chunks, source) = AsyncThrowingStream.makeStream(of: Data.self)
        mock.addResponses(forPath: "/a", responses: [.stream(chunks)])
        mock.addResponses(forPath: "/b", responses: [sharing.response(chunks)])
        let delegate = RecordingDelegate()
        let configuration = mock.urlSession.configuration
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        session.dataTask(with: .example("/a")).resume()
        source.yield(Data("first".utf8))
        await delegate.waitForEvents { events in events.contains { if case .data = $0 { true } else { false } } }
        await #expect(throws: HTTPMockError.self) { try await mock.data(for: .example("/b")) }
        source.finish()
        #expect(await delegate.completion == nil)
    }

    @Test func smallChunksOfABigBodyDelayNoOtherRequest() async throws {
        mock.addResponses(
            forPath: "/big",
            responses: [.data(Data(count: 20_000_000), delivery: .throttled(bytesPerSecond: 10))])
        mock.addResponses(
            forPath: "/cut", responses: [.data(Data(count: 1 << 20), delivery: .chunked(size: 1, every: .zero))])
        let big = mock.urlSession.dataTask(with: .example("/big"))
        big.resume()
        let cut = mock.urlSession.dataTask(with: .example("/cut"))
        cut.resume()
        let other = HTTPMock()
        other.addResponses(forPath: "/a", responses: [.plaintext("answer")])
        #expect(try await other.reply("/a").body == "answer")
        // The other instance did not wait for the end of the chunks.
        #expect(mock.requests.allSatisfy { $0.duration == nil })
        big.cancel()
        cut.cancel()
    }

    @Test func sequenceIsHeldBackByASlowDelegate() async throws {
        let madeCount = Observed(0)
        let chunks = AsyncStream<Data>(unfolding: {
            madeCount.change { $0 += 1 }
            return Data(repeating: 1, count: 1_000)
        })
        mock.addResponses(forPath: "/a", responses: [.stream(chunks)])
        let delegate = SlowDelegate()
        let configuration = URLSessionConfiguration.uncached
        mock.install(in: configuration)
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        let task = session.dataTask(with: .example("/a"))
        task.resume()
        await delegate.takenCount.wait { $0 == 1 }
        for _ in 0..<20 { await mock.settle() }
        #expect(madeCount.value <= 4)
        task.cancel()
        delegate.goOn.signal()
    }

    @Test func errorWhoseUserInfoUsesASessionIsReadElsewhere() async throws {
        struct Nosy: CustomNSError {
            static let session = URLSession(configuration: .ephemeral)
            var errorUserInfo: [String: Any] {
                _ = Self.session.dataTask(with: URLRequest.example("/nosy"))
                return [:]
            }
        }
        mock.addResponses(forPath: "/a", responses: [.failure(Nosy()), .handler { _ in throw Nosy() }])
        for _ in 0..<2 { await #expect(throws: Nosy.self) { try await mock.data(for: .example("/a")) } }
        mock.unmockedPolicy = .throwError(Nosy())
        let reports = InterceptedReports(containing: "https://example.com/nosy-policy")
        await #expect(throws: Nosy.self) { try await mock.data(for: .example("/nosy-policy")) }
        #expect(reports.texts.count == 1)
    }
}

/// A delegate that blocks at its first chunk until the test continues.
private final class SlowDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Sendable, because both properties are.
    let takenCount = Observed(0)
    let goOn = DispatchSemaphore(value: 0)

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        takenCount.change { $0 += 1 }
        goOn.wait()
        goOn.signal()
    }
}
