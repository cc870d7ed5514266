import Foundation

extension MockResponse {
    /// A body in pieces: the first at once, the next after each interval.
    ///
    /// They reach a `URLSessionDataDelegate` one by one, and the async methods and completion handlers as a whole.
    ///
    /// - Parameters:
    ///   - pieces: The pieces.
    ///   - interval: The time between two, on the mock's clock.
    ///   - status: The status, 200 unless given.
    ///   - lifetime: How many requests it answers, one unless given.
    ///   - delivery: When the first arrives; one that cuts the body anew, such as `.chunked`, overrides the pieces.
    ///   - headers: Header fields, stronger than those of its path and host.
    ///   - contentType: The media type, `application/octet-stream` unless given.
    public static func stream(
        _ pieces: [Data], every interval: Duration = .zero, status: Status = .ok, lifetime: Lifetime = .single,
        delivery: Delivery = .instant, headers: [String: String] = [:],
        contentType: String = "application/octet-stream"
    ) -> MockResponse {
        MockResponse(.body(.chunks(pieces, every: interval)), contentType, status, lifetime, delivery, headers)
    }

    /// A body whose pieces a sequence gives, so that a test can push them when it likes.
    ///
    /// ```swift
    /// let (pieces, test) = AsyncStream.makeStream(of: Data.self)
    /// mock.addResponses(forPath: "/feed", responses: [.stream(pieces)])
    /// test.yield(Data("first".utf8))
    /// test.finish()
    /// ```
    ///
    /// The length is not known beforehand, so there is no `Content-Length`. An error that the sequence throws is the
    /// request's; what arrived before stays delivered. The sequence is cancelled with its request.
    ///
    /// - Parameters:
    ///   - sequence: The pieces. Each serving iterates it anew, and an `AsyncStream` can be iterated once.
    ///   - status: The status, 200 unless given.
    ///   - lifetime: How many requests it answers, one unless given.
    ///   - delivery: When it begins; `.failing` ends it after so many bytes.
    ///   - headers: Header fields, stronger than those of its path and host.
    ///   - contentType: The media type, `application/octet-stream` unless given.
    public static func stream<Pieces: AsyncSequence & Sendable>(
        _ sequence: Pieces, status: Status = .ok, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:], contentType: String = "application/octet-stream"
    ) -> MockResponse where Pieces.Element == Data {
        MockResponse(.body(.sequence(ChunkSource(sequence))), contentType, status, lifetime, delivery, headers)
    }

    /// Server-sent events: the first at once, the next after each interval.
    ///
    /// - Parameters:
    ///   - events: The events; one that can't be sent makes the request fail with an ``HTTPMockError``.
    ///   - interval: The time between two, on the mock's clock.
    ///   - status: The status, 200 unless given.
    ///   - lifetime: How many requests it answers, one unless given.
    ///   - delivery: When the first arrives.
    ///   - headers: Header fields, stronger than those of its path and host.
    /// - SeeAlso: [HTML, Server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html)
    public static func events(
        _ events: [ServerSentEvent], every interval: Duration = .zero, status: Status = .ok,
        lifetime: Lifetime = .single, delivery: Delivery = .instant, headers: [String: String] = [:]
    ) -> MockResponse {
        let pieces = events.map { Data($0.text.utf8) }
        let problem = events.lazy.compactMap(\.problem).first
        let content = problem.map(Content.unusable) ?? .body(.chunks(pieces, every: interval))
        return MockResponse(content, "text/event-stream", status, lifetime, delivery, headers)
    }

    /// Whatever a closure makes of the request.
    ///
    /// ```swift
    /// mock.addResponses(forPath: "/users/{id}", responses: [
    ///     .handler { request in
    ///         request.callCount == 1 ? .status(503) : .plaintext(request.pathParameter("id") ?? "?")
    ///     },
    /// ])
    /// ```
    ///
    /// - Parameters:
    ///   - lifetime: How many requests it answers, every one unless given.
    ///   - delivery: When its response arrives, before what that response says itself.
    ///   - handler: Gets the request, its body and its call count; returns a response, whose lifetime isn't honoured,
    ///     another handler included. An error it throws is the request's. It runs off Foundation's queues, and its task
    ///     is cancelled with the request.
    public static func handler(
        lifetime: Lifetime = .eternal, delivery: Delivery = .instant,
        _ handler: @escaping @Sendable (MockRequest) async throws -> MockResponse
    ) -> MockResponse {
        MockResponse(.handler(handler), nil, .ok, lifetime, delivery, [:])
    }
}
