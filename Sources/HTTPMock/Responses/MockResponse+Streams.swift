import Foundation

extension MockResponse {
    /// Answers with a body in chunks: the first at once, one more after each interval.
    ///
    /// A `URLSessionDataDelegate` gets each chunk. Async methods and completion handlers get the whole body at the end.
    ///
    /// - Parameters:
    ///   - chunks: The chunks; empty chunks are left out.
    ///   - interval: The time between two chunks, on the mock's clock.
    ///   - status: The status; 200 by default.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delay before the response. A delivery with chunks of its own, such as `.chunked`, overrides
    ///     `chunks` and `interval`.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    ///   - contentType: The media type; `application/octet-stream` by default.
    public static func stream(
        _ chunks: [Data], every interval: Duration = .zero, status: some StatusCode = Status.ok,
        lifetime: Lifetime = .single, delivery: Delivery = .instant, headers: [String: String] = [:],
        contentType: String? = nil
    ) -> MockResponse {
        let contentType = contentType ?? MediaType.unknown
        return MockResponse(
            content: .body(.chunks(chunks, every: interval)), as: contentType, status, lifetime, delivery, headers)
    }

    /// Answers with the chunks of a sequence.
    ///
    /// The test decides when each chunk arrives.
    ///
    /// ```swift
    /// let (chunks, test) = AsyncStream.makeStream(of: Data.self)
    /// mock.addResponses(forPath: "/feed", responses: [.stream(chunks)])
    /// test.yield(Data("first".utf8))
    /// test.finish()
    /// ```
    ///
    /// The length is not known in advance, so there is no `Content-Length`. If the sequence throws, the request fails
    /// with that error; the chunks before it stay delivered. The sequence is cancelled with the request.
    ///
    /// - Parameters:
    ///   - sequence: The chunks. Each request iterates the sequence again, but an `AsyncStream` can be iterated only
    ///     once.
    ///   - status: The status; 200 by default.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delay before the response. `.failing` ends the body after a number of bytes; `.chunked` and
    ///     `.throttled` change nothing.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    ///   - contentType: The media type; `application/octet-stream` by default.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        _ sequence: Chunks, status: some StatusCode = Status.ok, lifetime: Lifetime = .single,
        delivery: Delivery = .instant, headers: [String: String] = [:],
        contentType: String? = nil
    ) -> MockResponse where Chunks.Element == Data {
        let contentType = contentType ?? MediaType.unknown
        return MockResponse(
            content: .body(.sequence(ChunkSource(sequence))), as: contentType, status, lifetime, delivery, headers)
    }

    /// Answers with server-sent events: the first at once, one more after each interval.
    ///
    /// - Parameters:
    ///   - events: The events. If one of them can't be sent, the request fails with an ``HTTPMockError``.
    ///   - interval: The time between two events, on the mock's clock.
    ///   - status: The status; 200 by default.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delay before the response. A delivery with chunks of its own, such as `.chunked`, cuts through
    ///     the events, and overrides `interval`.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    /// - SeeAlso: [HTML, Server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html)
    public static func events(
        _ events: [ServerSentEvent], every interval: Duration = .zero, status: some StatusCode = Status.ok,
        lifetime: Lifetime = .single, delivery: Delivery = .instant, headers: [String: String] = [:]
    ) -> MockResponse {
        let chunks = events.map { Data($0.text.utf8) }
        let flaw = events.lazy.compactMap(\.flaw).first
        let content = flaw.map(Content.unusable) ?? .body(.chunks(chunks, every: interval))
        return MockResponse(content: content, as: "text/event-stream", status, lifetime, delivery, headers)
    }

    /// Answers with raw bytes instead of an HTTP response, as a broken server does.
    ///
    /// `HTTPMockServer` sends exactly these bytes: garbage, malformed chunks, a wrong length, or nothing at all. In
    /// process there is no wire: the request fails with `URLError.cannotParseResponse`, or with
    /// `URLError.networkConnectionLost` if there are no bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, status line and header fields included.
    ///   - ending: The end of the connection after the bytes.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays of the response; none by default. The bytes are not cut into chunks.
    public static func wire(
        _ bytes: Data, then ending: WireEnding, lifetime: Lifetime = .single, delivery: Delivery = .instant
    ) -> MockResponse {
        MockResponse(content: .wire(bytes, then: ending), Status.ok, lifetime, delivery)
    }
}
