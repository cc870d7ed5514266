import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Many tasks share queues of every lifetime; each response is used as often as it allows, in order.
@Suite(.bounded) struct QueueLoadRaceTests {
    private static let tasks = 64
    private let mock = HTTPMock()

    /// Queues by the lifetimes of their responses; nil is eternal.
    private static let queues: [[Int?]] = [
        Array(repeating: 1, count: 640),
        (0..<64).map { $0 % 19 + 1 },
        (0..<40).map { $0.isMultiple(of: 2) ? 1 : 7 } + [nil],
        [nil],
    ]

    /// - Parameter hasCondition: Whether requests are matched off the work queue, because there is a condition.
    @Test(arguments: queues, [false, true])
    func eachResponseIsUsedAccordingToItsLifetimeAndInOrder(lives: [Int?], hasCondition: Bool) async throws {
        for _ in 0..<LoadSize.factor {
            try await serve(lives, when: hasCondition ? [.where("matches") { _ in true }] : [])
        }
    }

    private func serve(_ lives: [Int?], when conditions: [RequestCondition]) async throws {
        let mock = HTTPMock()
        let responses = lives.enumerated().map { number, life in
            MockResponse.plaintext("\(number)", lifetime: life.map(MockResponse.Lifetime.multiple) ?? .eternal)
        }
        for response in responses {
            if let condition = conditions.first {
                mock.addResponses(forPath: "/q", when: condition, responses: [response])
            } else {
                mock.addResponses(forPath: "/q", responses: [response])
            }
        }
        // A few more requests than responses, so that some requests find no response.
        let finite = lives.compactMap { $0 }.reduce(0, +)
        let each = finite / Self.tasks + 3
        let answers = try await withThrowingTaskGroup(of: [Int?].self) { group in
            for _ in 0..<Self.tasks {
                group.addTask {
                    var answers: [Int?] = []
                    for _ in 0..<each {
                        let reply = try await HTTPReply.get("https://example.com/q", from: mock.urlSession)
                        answers.append(reply.status == 200 ? Int(reply.text) : nil)
                    }
                    return answers
                }
            }
            return try await group.reduce(into: [[Int?]]()) { $0.append($1) }
        }

        for own in answers {
            // A task's responses are in order, and no response follows a request without one.
            let order = own.map { $0 ?? .max }
            #expect(order == order.sorted())
        }
        var served: [Int: Int] = [:]
        for answer in answers.joined() { served[answer ?? -1, default: 0] += 1 }
        let total = Self.tasks * each
        for (number, life) in lives.enumerated() {
            #expect(served[number] == life ?? total - finite)
        }
        #expect(served[-1, default: 0] == (lives.last == .some(nil) ? 0 : total - finite))
        #expect(mock.unusedResponses.isEmpty)
        #expect(mock.requests.count == total)
        #expect(mock.requests.allSatisfy { $0.duration != nil })
    }

    @Test func concurrentChangesUseEachResponseAtMostOnce() async throws {
        let rounds = 40 * LoadSize.factor
        let served = try await withThrowingTaskGroup(of: [String].self) { group in
            for task in 0..<8 {
                group.addTask { [mock] in
                    for round in 0..<rounds {
                        let texts = (0..<4).map { MockResponse.plaintext("\(task).\(round).\($0)") }
                        switch round % 4 {
                        case 0: mock.addResponses(forPath: "/q", responses: texts)
                        case 1: mock.addResponses(forPath: "/*", host: "h", responses: texts)
                        case 2: mock.replaceResponses(forPath: "/q", responses: texts)
                        default: mock.registerResponses { Host("h") { Path("/q") { texts } } }
                        }
                        await Task.yield()
                    }
                    return []
                }
            }
            group.addTask { [mock] in
                for round in 0..<rounds {
                    await Task.yield()
                    if round.isMultiple(of: 8) { mock.clearQueues() } else { mock.clearQueue(forHost: "h") }
                    _ = (mock.unusedResponses, mock.requestSummary)
                }
                return []
            }
            for task in 0..<8 {
                group.addTask { [mock] in
                    var texts: [String] = []
                    for _ in 0..<rounds * 2 {
                        let host = task.isMultiple(of: 2) ? "h" : "example.com"
                        let reply = try await HTTPReply.get("https://\(host)/q", from: mock.urlSession)
                        #expect(reply.status == 200 || reply.status == 404)
                        if reply.status == 200 { texts.append(reply.text) }
                    }
                    return texts
                }
            }
            return try await group.reduce(into: [String]()) { $0 += $1 }
        }
        #expect(Set(served).count == served.count)

        mock.clearQueues()
        #expect(try await HTTPReply.get("https://h/q", from: mock.urlSession).status == 404)
        mock.addResponses(forPath: "/q", host: "h", responses: [.plaintext("last")])
        #expect(try await HTTPReply.get("https://h/q", from: mock.urlSession).text == "last")
        #expect(mock.requests.count == 8 * rounds * 2 + 2)
    }
}
