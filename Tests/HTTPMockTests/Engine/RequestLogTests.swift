import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct RequestLogTests {
    private func request(_ path: String = "/", body: Int = 0) throws -> MockRequest {
        let url = try #require(URL(string: "https://api.example.com\(path)"))
        return MockRequest(URLRequest(url: url), url: url, body: Data(count: body))
    }

    /// Returns a logged request at its end.
    private func ended(
        _ logged: RecordedRequest, _ body: Data = Data(), outcome: RecordedRequest.Outcome = .passthrough
    ) -> RecordedRequest {
        var record = logged
        record.contents.append(body, upTo: .max)
        record.contents.decision = outcome
        record.contents.end(nil, at: nil)
        return record
    }

    @Test func earliestRequestsAreDroppedATenthAtATime() throws {
        var log = RequestLog(RequestLog.Limits(requests: 20))
        let records = try (0..<20).map { log.add(try request("/\($0)")) }
        #expect(log.records.count == 20)
        let latest = log.add(try request("/20"))
        #expect(latest.number == 21)
        #expect(log.records.map(\.request.path) == (2...20).map { "/\($0)" })
        #expect(log.count == 21)
        log.end(ended(records[0]))
        log.end(ended(latest))
        #expect(log.records.map { $0.duration != nil } == Array(repeating: false, count: 18) + [true])
    }

    @Test func oneBodyIsCutAtTheLimit() throws {
        var log = RequestLog(RequestLog.Limits(body: 10))
        _ = log.add(try request(body: 11))
        #expect(log.records[0].request.body.count == 10)
        #expect(log.records[0].request.urlRequest.httpBody?.count == 10)
        log.bodyLimit = 0
        _ = log.add(try request(body: 1))
        #expect(log.records[1].request.body.isEmpty)
    }

    @Test(arguments: [MockResponse.Delivery.instant, .chunked(size: 6, every: .zero), .chunked(size: 1, every: .zero)])
    func bodyOfAResponseIsCutAtTheLimit(delivery: MockResponse.Delivery) async throws {
        let mock = HTTPMock()
        let body = Data((0..<16).map { UInt8($0) })
        mock.addResponses(
            forPath: "/a",
            responses: [.data(body, lifetime: .eternal, delivery: delivery, contentType: "text/plain")])
        for (limit, kept) in [(0, 0), (1, 1), (10, 10), (12, 12), (16, 16), (17, 16)] {
            mock.logBodyLimit = limit
            #expect(try await mock.data(for: .example("/a")).0 == body)
            #expect(mock.requests.last?.responseBody == body.prefix(kept))
            #expect(mock.requests.last?.responseBody.startIndex == 0)
        }
    }

    @Test func bodiesOfTheEarliestRequestsAreDroppedFirst() throws {
        var log = RequestLog(RequestLog.Limits(body: 100, bodies: 250))
        for _ in 0..<3 { log.end(ended(log.add(try request(body: 50)), Data(count: 50))) }
        #expect(log.records.map(\.request.body.count) == [0, 50, 50])
        #expect(log.records.map(\.responseBody.count) == [0, 50, 50])
        log = log.emptied
        for _ in 0..<2 { log.end(ended(log.add(try request(body: 50)), Data(count: 50))) }
        #expect(log.records.map(\.responseBody.count) == [50, 50])
    }

    @Test func bytesOfConnectionsCountAsBodies() throws {
        final class Connection: TakenConnection {
            let isForgotten = Locked(false)
            let harMembers: OrderedJSON.Members = [:]
            func forget() { isForgotten.withLock { $0 = true } }
        }
        var log = RequestLog(RequestLog.Limits(body: 100, bodies: 250))
        let connections = (1...3).map { _ in Connection() }
        for connection in connections {
            var record = log.add(try request())
            record.contents.connection = connection
            log.update(record)
        }
        var isKept: [Bool] = []
        for (number, byteCount) in [(1, 200), (2, 50)] {
            isKept.append(log.grow(recordNumbered: number, by: byteCount))
        }
        let forgotten = { connections.map { $0.isForgotten.withLock { $0 } } }
        #expect(forgotten() == [false, false, false])
        isKept.append(log.grow(recordNumbered: 3, by: 50))
        #expect(forgotten() == [true, false, false])
        // What the log keeps no longer can't grow, and an end doesn't count twice.
        isKept.append(log.grow(recordNumbered: 1, by: 10))
        log.end(ended(log.records[1]))
        isKept.append(log.grow(recordNumbered: 3, by: 150))
        #expect(forgotten() == [true, false, false])
        isKept.append(log.grow(recordNumbered: 3, by: 1))
        #expect(forgotten() == [true, true, false])
        #expect(isKept == [true, true, true, false, true, true])
    }

    @Test func bodiesOfRequestsThatEndLateAreDroppedBeforeThoseOfLaterOnes() throws {
        var log = RequestLog(RequestLog.Limits(body: 100, bodies: 250))
        let early = try (0..<3).map { log.add(try request("/\($0)")) }
        let isKept = log.keepInFlight(300)
        #expect(!isKept)
        for record in early { log.end(ended(record, Data(count: 100))) }
        #expect(log.records.map(\.responseBody.count) == [0, 100, 100])
        log.end(ended(log.add(try request("/3")), Data(count: 100)))
        #expect(log.records.map(\.responseBody.count) == [0, 0, 100, 100])
    }

    @Test func responsesInFlightCountAsBodies() throws {
        var log = RequestLog(RequestLog.Limits(body: 100, bodies: 250))
        log.end(ended(log.add(try request()), Data(count: 50)))
        log.end(ended(log.add(try request()), Data(count: 50)))
        var isKept: [Bool] = []
        for byteCount in [150, 50, 50, 50] { isKept.append(log.keepInFlight(byteCount)) }
        #expect(isKept == [true, true, false, false])
        #expect(log.records.map(\.responseBody.count) == [0, 50])
        // The count goes on after a reset, because the exchanges do.
        log = log.emptied
        isKept = []
        for byteCount in [60, 50] { isKept.append(log.keepInFlight(byteCount)) }
        #expect(isKept == [false, true])
    }

    @Test func responseInFlightIsCutWhereTheLogHasNoRoom() throws {
        let store = Store()
        var record = store.arrive(try request(), at: nil).record
        let chunk = Data(count: 1 << 20)
        for _ in 0..<65 {
            record.contents.append(chunk, upTo: .max)
            record.contents.countInFlight(in: store)
        }
        #expect(record.responseBody.count == 64 << 20)
        #expect(record.isResponseBodyCut)
        record.contents.end(nil, at: nil)
        store.end(record, of: nil)
        #expect(store.keepInFlight(63 << 20))
    }

    @Test func diagnosisKeepsNoMoreOfTheRequestThanTheLog() throws {
        var log = RequestLog(RequestLog.Limits(body: 100, bodies: 250))
        for body in [500, 90, 90, 90] {
            let request = try request(body: body)
            let diagnosis = UnmockedDiagnosis(
                request: request, match: RouteTable().match(request), table: RouteTable(), servedCount: 0)
            log.end(ended(log.add(request), outcome: .unmocked(diagnosis)))
        }
        let kept = log.records.map { record in
            guard case .unmocked(let diagnosis) = record.outcome else { return -1 }
            return diagnosis.request.body.count
        }
        #expect(kept == [0, 0, 90, 90])
    }

    @Test func recordsAfterACountAreTheLaterOnes() throws {
        var log = RequestLog(RequestLog.Limits(requests: 10))
        for number in 0..<12 { _ = log.add(try request("/\(number)")) }
        #expect(log.records(after: 10).map(\.request.path) == ["/10", "/11"])
        #expect(log.records(after: 0).map(\.request.path) == (2...11).map { "/\($0)" })
        #expect(log.records(after: 12).isEmpty)
        log = log.emptied
        #expect(log.count == 12)
        #expect(log.records(after: 0).isEmpty)
    }

    @Test func requestEndsOnce() throws {
        var log = RequestLog()
        let logged = log.add(try request())
        #expect(log.records[0].outcome == nil)
        #expect(log.records[0].duration == nil)
        log.end(ended(logged))
        log.end(ended(logged, outcome: .failed(URLError(.cancelled))))
        #expect("\(log.records[0].outcome, default: "")" == "passed through")
    }
}
