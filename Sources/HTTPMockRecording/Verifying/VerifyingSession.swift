import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends played requests to the network, so that the answers can be compared.
final class VerifyingSession: Sendable {
    private let session: URLSession
    /// The cookies of the session whose configuration is used.
    private let cookies: HTTPCookieStorage?

    /// Creates a session with the configuration of another.
    ///
    /// - Parameter session: The session whose configuration defines how the network is reached.
    init(_ session: URLSession) {
        let configuration = session.configuration.copy() as? URLSessionConfiguration ?? session.configuration
        cookies = configuration.httpCookieStorage
        // The session would add cookies also where the client sends one of the same name; `adding(_:to:)` does not.
        configuration.httpCookieStorage = nil
        self.session = URLSession(configuration: configuration, delegate: RedirectRefuser(), delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Sends a request to the network, and returns the record of the exchange.
    ///
    /// A redirect is not followed, because each hop has its own entry.
    ///
    /// - Parameters:
    ///   - request: The request of the client.
    ///   - sent: The request to send, with the values of the service.
    func exchange(_ request: MockRequest, sending sent: URLRequest) async -> RecordedRequest {
        let start = Date()
        do {
            let (data, response) = try await session.data(for: adding(cookies, to: sent))
            let fields = (response as? HTTPURLResponse)?.allHeaderFields ?? [:]
            let headers = Dictionary(fields.map { ("\($0.key)", "\($0.value)") }) { $1 }
            return RecordedRequest(
                request: request, start: start, status: (response as? HTTPURLResponse)?.statusCode, headers: headers,
                chunks: data.isEmpty ? [] : [data], error: nil)
        } catch {
            return RecordedRequest(
                request: request, start: start, status: nil, headers: [:], chunks: [], error: error)
        }
    }

    /// Returns a request with the stored cookies whose names it does not have.
    private func adding(_ cookies: HTTPCookieStorage?, to request: URLRequest) -> URLRequest {
        let own = HARField("Cookie", request.value(forHTTPHeaderField: "Cookie") ?? "").cookiePairs.map(\.name)
        guard let url = request.url, let stored = cookies?.cookies(for: url) else { return request }
        let others = stored.filter { !own.contains(exactly: $0.name) }
        guard let added = HTTPCookie.requestHeaderFields(with: others)["Cookie"], !added.isEmpty else { return request }
        var request = request
        let values = [request.value(forHTTPHeaderField: "Cookie"), added].compactMap(\.self)
        request.setValue(values.joined(separator: "; "), forHTTPHeaderField: "Cookie")
        return request
    }
}

/// The delegate of the session, which ends an exchange at a redirect.
private final class RedirectRefuser: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

extension Cassette {
    /// Sends a played request to the network too, and notes the differences.
    ///
    /// - Parameters:
    ///   - entry: The entry that was played, as it is in the file.
    ///   - request: The request of the client, in which placeholders are exchanged for the values of the service.
    ///   - network: The session that sends the request.
    func verify(_ entry: Entry, with request: MockRequest, over network: VerifyingSession) async {
        let live = state.withLock { $0.live }
        let sent: URLRequest
        do {
            sent = try live.exchanged(request, recorded: entry.recorded.request)
        } catch {
            let difference = difference(of: entry, because: error)
            return state.withLock { $0.differences.append(difference) }
        }
        compare(entry, with: await network.exchange(request, sending: sent))
    }

    /// Compares a played entry with the network's answer, and learns the values of the placeholders.
    package func compare(_ entry: Entry, with record: RecordedRequest) {
        let found = Difference.all(between: entry, and: record)
        let answer = HAREntry(record, keepingChunks: false).response
        state.withLock { state in
            state.differences += found
            state.live.learn(from: answer, recorded: entry.recorded.response)
        }
    }

    /// Returns the difference for a request that could not be sent.
    private func difference(of entry: Entry, because refusal: LiveValues.Refusal) -> Difference {
        switch refusal {
        case .encoded:
            return Difference(
                entry: entry,
                text: "its credentials contain a placeholder in base64, so it was not sent to the network",
                fix: "give the code under test a user and a password of its own, and not those of an answer")
        case .unknown(let number):
            let origin = origin(ofPlaceholder: number)
            let fix =
                origin.map { "make the request of \($0.shortDescription) before this one" }
                ?? "give the code under test a value of its own"
            return Difference(
                entry: entry,
                text:
                    "the service has given no value for \(Redaction.mask)-\(number), so it was not sent to the network",
                fix: "\(fix), or record everything again: HTTPMOCK_RECORD=all")
        }
    }

    /// Returns the first entry whose answer has the placeholder with a number, if any.
    func origin(ofPlaceholder number: Int) -> Entry? {
        let origin = index.entries.first { entry in
            var answer = entry
            answer.request = HARRequest(method: "", url: "", headers: [], body: nil)
            return Placeholders.numbers(in: answer).contains(number)
        }
        return origin.map { Entry($0, in: fileName) }
    }
}
