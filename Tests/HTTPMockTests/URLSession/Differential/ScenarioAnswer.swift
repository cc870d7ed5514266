import Foundation
import TestSupport

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One answer of a scenario, for both the server and the mock.
///
/// In a header's value `{origin}` is replaced by the server's address, `{other}` by its address under another host
/// name.
struct ScenarioAnswer: Sendable {
    enum Ending: Sendable {
        case complete
        /// The connection is closed without an answer.
        case closed
        /// The connection is closed after a number of bytes of the body.
        case truncated(afterBytes: Int)
        /// Nothing is ever sent.
        case hanging
        /// Nothing is sent after the first chunk.
        case stuck
    }

    var status = 200
    var headers: HeaderList = [:]
    /// The chunks of the body, all of one size except the last.
    var chunks: [String] = []
    var pause = Duration.zero
    var delay = Duration.zero
    var ending = Ending.complete
    /// Whether every later request gets this answer too.
    var isEternal = false

    static func text(_ text: String, status: Int = 200, headers: HeaderList = [:]) -> ScenarioAnswer {
        ScenarioAnswer(status: status, headers: headers, chunks: [text])
    }

    static func status(_ status: Int, headers: HeaderList = [:]) -> ScenarioAnswer {
        ScenarioAnswer(status: status, headers: headers)
    }

    static func redirect(to location: String, status: Int = 302, body: String = "") -> ScenarioAnswer {
        ScenarioAnswer(status: status, headers: ["Location": location], chunks: body.isEmpty ? [] : [body])
    }

    static func chunks(_ chunks: [String], pause: Duration = .milliseconds(100)) -> ScenarioAnswer {
        ScenarioAnswer(chunks: chunks, pause: pause)
    }

    func with(_ change: (inout ScenarioAnswer) -> Void) -> ScenarioAnswer {
        var copy = self
        change(&copy)
        return copy
    }

    private func headers(from server: LoopbackServer) -> [(String, String)] {
        headers.fields.map { field in
            let value = field.value
                .replacingOccurrences(of: "{origin}", with: "http://127.0.0.1:\(server.port)")
                .replacingOccurrences(of: "{other}", with: "http://localhost:\(server.port)")
            return (field.name, value)
        }
    }

    func loopbackResponse(from server: LoopbackServer) -> LoopbackResponse {
        var response = LoopbackResponse(status: status)
        for (name, value) in headers(from: server) { response.headers.append(name, value) }
        response.chunks = chunks.map { Data($0.utf8) }
        response.pause = pause
        response.delay = delay
        switch ending {
        case .complete: return response
        case .closed: return response.ending(.closeAtOnce)
        case .truncated(let count): return response.ending(.close(afterBytes: count))
        case .hanging: return response.ending(.hangAtOnce)
        case .stuck: return response.ending(.hang(afterBytes: chunks[0].utf8.count))
        }
    }

    func mockResponse(for server: LoopbackServer) -> MockResponse {
        let lifetime: MockResponse.Lifetime = isEternal ? .eternal : .single
        if case .closed = ending { return .failure(.badServerResponse, lifetime: lifetime) }
        let body = Data(chunks.joined().utf8)
        var response = MockResponse(content: .body(.data(body)), status, lifetime, delivery)
        for (name, value) in headers(from: server) { response = response.addingHeader(name, value) }
        return response
    }

    private var delivery: MockResponse.Delivery {
        let size = chunks.first?.utf8.count ?? 0
        let delivery: MockResponse.Delivery =
            switch ending {
            case .complete, .closed: chunks.count > 1 ? .chunked(size: size, every: pause) : .instant
            case .truncated(let count): .failing(.unknown, afterBytes: count)
            case .hanging: .never
            case .stuck: .chunked(size: size, every: .seconds(3_600))
            }
        return delay > .zero ? delivery.after(delay) : delivery
    }
}
