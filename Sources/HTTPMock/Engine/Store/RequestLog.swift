import Foundation

/// The requests in order of arrival; owned by the ``Store`` and changed under its lock.
package struct RequestLog: Sendable {
    var bodyLimit: Int
    private let limits: Limits
    package private(set) var records: [RecordedRequest] = []
    private var droppedCount = 0

    struct Limits: Sendable {
        /// The maximum number of requests; beyond it a tenth of them is dropped, earliest first.
        var requests = 100_000
        var body = 1 << 20
        /// The maximum of bytes of all bodies and messages; beyond it they are dropped, earliest first.
        var bodies = 64 << 20
    }

    init(_ limits: Limits = Limits()) {
        self.limits = limits
        bodyLimit = limits.body
    }

    /// The dropped values, which the ``Store`` releases without a lock.
    var discarded: [any Sendable] = []
    private var bodyBytes = 0
    /// The bytes that exchanges in flight keep for the log.
    private var inFlightBytes = 0
    /// The index of the first record that may still have bodies.
    private var firstWithBodies = 0

    /// The requests by their paths, as far as waits have asked for them.
    private var paths = RequestPaths()

    /// Returns records after a number, in order of arrival.
    ///
    /// - Parameters:
    ///   - number: The number of the last record that is left out; 0 for none.
    ///   - path: The only path whose requests are returned; nil for all. Few requests to other paths may be among them.
    ///   - limit: The maximum number of records.
    mutating func records(after number: Int, to path: PathHash? = nil, limit: Int = .max) -> [RecordedRequest] {
        guard let path else { return Array(records.dropFirst(max(0, number - droppedCount)).prefix(limit)) }
        paths.add(records.dropFirst(max(0, paths.lastNumber - droppedCount)))
        return paths.numbers(of: path, after: number).prefix(limit).map { records[$0 - 1 - droppedCount] }
    }

    /// The number of requests so far, including dropped and removed ones.
    var count: Int { droppedCount + records.count }

    mutating func add(_ request: MockRequest, start: Date = Date(), clockStart: Duration? = nil) -> RecordedRequest {
        if records.count >= limits.requests { dropFirst(max(1, limits.requests / 10)) }
        let record = RecordedRequest(request, number: count + 1, start: start, clockStart: clockStart)
        let entry = record.kept(cutTo: bodyLimit)
        records.append(entry)
        keep(entry.bodyBytes)
        return record
    }

    /// Records an end, and returns the kept record; nil for a dropped request.
    @discardableResult
    mutating func end(_ record: RecordedRequest) -> RecordedRequest? {
        inFlightBytes -= record.contents.inFlightByteCount
        let index = record.number - 1 - droppedCount
        guard records.indices.contains(index), records[index].duration == nil else { return nil }
        let known = records[index]
        var record = record
        if known.connectionByteCount > 0 { record.contents.connectionByteCount = known.connectionByteCount }
        records[index] = record.kept(cutTo: bodyLimit, replacing: known)
        keep(records[index].bodyBytes - known.bodyBytes)
        return records[index]
    }

    /// Replaces the record of a request that goes on.
    mutating func update(_ record: RecordedRequest) {
        let index = record.number - 1 - droppedCount
        guard records.indices.contains(index), records[index].duration == nil else { return }
        records[index] = record.kept(cutTo: bodyLimit, replacing: records[index])
    }

    /// Counts bytes of the connection that a request has taken over.
    ///
    /// - Returns: Whether the log keeps them.
    mutating func grow(recordNumbered number: Int, by byteCount: Int) -> Bool {
        let index = number - 1 - droppedCount
        guard records.indices.contains(index), index >= firstWithBodies else { return false }
        records[index].contents.connectionByteCount += byteCount
        keep(byteCount)
        return index >= firstWithBodies
    }

    /// Counts bytes of a response that goes on, and drops earlier bodies for them.
    ///
    /// - Returns: Whether there is room for them.
    mutating func keepInFlight(_ byteCount: Int) -> Bool {
        inFlightBytes += byteCount
        keep(0)
        if bodyBytes + inFlightBytes <= limits.bodies { return true }
        inFlightBytes -= byteCount
        return false
    }

    /// An empty log whose numbers continue, because requests in flight end with the numbers that they have.
    var emptied: RequestLog {
        var log = RequestLog(limits)
        log.droppedCount = count
        log.inFlightBytes = inFlightBytes
        return log
    }

    private mutating func keep(_ byteCount: Int) {
        bodyBytes += byteCount
        while bodyBytes + inFlightBytes > limits.bodies, firstWithBodies < records.count - 1 {
            bodyBytes -= records[firstWithBodies].bodyBytes
            discarded.append(records[firstWithBodies])
            records[firstWithBodies].connection?.forget()
            records[firstWithBodies] = records[firstWithBodies].kept(cutTo: 0)
            records[firstWithBodies].contents.connectionByteCount = 0
            firstWithBodies += 1
        }
    }

    private mutating func dropFirst(_ count: Int) {
        bodyBytes -= records.prefix(count).reduce(0) { $0 + $1.bodyBytes }
        discarded.append(Array(records.prefix(count)))
        records.removeFirst(count)
        droppedCount += count
        paths = RequestPaths()
        firstWithBodies = max(0, firstWithBodies - count)
    }
}

extension RecordedRequest {
    fileprivate var connectionByteCount: Int { contents.connectionByteCount }
    fileprivate var bodyBytes: Int { request.body.count + responseBody.count + connectionByteCount }
}

extension MockRequest {
    func fits(_ limit: Int) -> Bool {
        if case .data(let data) = content { data.count <= limit } else { false }
    }

    func cut(to limit: Int) -> MockRequest {
        if fits(limit) { return self }
        let kept = content.prefix(limit)
        var request = MockRequest(head.replacingBody(with: kept), target: target, content: .data(kept))
        request.callCount = callCount
        return request
    }
}
