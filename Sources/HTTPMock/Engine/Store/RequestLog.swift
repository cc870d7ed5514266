import Foundation

/// The requests in order of arrival; owned by the ``Store`` and changed under its lock.
package struct RequestLog: Sendable {
    /// The largest part of one body that the log keeps, in bytes.
    var bodyLimit: Int
    private let limits: Limits
    package private(set) var records: [RecordedRequest] = []
    /// The number of requests that were dropped, or removed with an earlier log.
    private var droppedCount = 0

    struct Limits: Sendable {
        /// The maximum number of requests; beyond it a tenth of them is dropped, earliest first.
        var requests = 100_000
        /// The initial ``bodyLimit``.
        var body = 1 << 20
        /// The maximum number of bytes of all bodies and messages; beyond it the earliest are dropped.
        var bodies = 64 << 20
    }

    init(_ limits: Limits = Limits()) {
        self.limits = limits
        bodyLimit = limits.body
    }

    /// The dropped values, which the ``Store`` releases without a lock.
    var discarded: [any Sendable] = []
    /// The number of bytes of bodies and messages that the records have.
    private var bodyBytes = 0
    /// The number of bytes that exchanges in flight keep for the log.
    private var inFlightBytes = 0
    /// The index of the first record that may still have bodies.
    private var firstWithBodies = 0

    /// The requests by their paths, up to the last wait for a path.
    private var paths = RequestPaths()

    /// Returns records after a number, in order of arrival.
    ///
    /// - Parameters:
    ///   - number: The number of the last record that is left out; 0 for none.
    ///   - path: The hash of the path whose requests are returned, which few other paths share; nil for all requests.
    ///   - limit: The maximum number of records.
    mutating func records(after number: Int, to path: PathHash? = nil, limit: Int = .max) -> [RecordedRequest] {
        guard let path else { return Array(allRecords(after: number).prefix(limit)) }
        paths.add(allRecords(after: paths.lastNumber))
        // No number is too low, because the paths forget all numbers when requests are dropped.
        return paths.numbers(of: path, after: number).prefix(limit).map { records[index(of: $0)] }
    }

    private func allRecords(after number: Int) -> ArraySlice<RecordedRequest> {
        records.dropFirst(max(0, index(of: number + 1)))
    }

    /// Returns the index of the record with a number, from 1; out of range if the log does not have the record.
    private func index(of number: Int) -> Int {
        number - 1 - droppedCount
    }

    /// The number of requests so far, including dropped and removed ones.
    var count: Int { droppedCount + records.count }

    mutating func add(_ request: MockRequest, start: Date = Date(), clockStart: Duration? = nil) -> RecordedRequest {
        if records.count >= limits.requests { dropFirst(max(1, limits.requests / 10)) }
        let record = RecordedRequest(request, number: count + 1, start: start, clockStart: clockStart)
        let entry = record.kept(cutTo: bodyLimit)
        records.append(entry)
        countBodies(entry.bodyBytes)
        return record
    }

    /// Records an end, and returns the kept record; nil if the log no longer has the request, or has its end.
    @discardableResult
    mutating func end(_ record: RecordedRequest) -> RecordedRequest? {
        inFlightBytes -= record.contents.inFlightByteCount
        let index = index(of: record.number)
        guard records.indices.contains(index), records[index].duration == nil else { return nil }
        let known = records[index]
        var record = record
        // Counted only in the record that the log has.
        if known.connectionByteCount > 0 { record.contents.connectionByteCount = known.connectionByteCount }
        records[index] = record.kept(cutTo: bodyLimit, replacing: known)
        // While the request was in flight, the bodies of later ones may have been dropped.
        firstWithBodies = min(firstWithBodies, index)
        countBodies(records[index].bodyBytes - known.bodyBytes)
        return records[index]
    }

    /// Replaces the record of a request whose response has only a head so far, so that no bytes are counted.
    mutating func update(_ record: RecordedRequest) {
        let index = index(of: record.number)
        guard records.indices.contains(index), records[index].duration == nil else { return }
        records[index] = record.kept(cutTo: bodyLimit, replacing: records[index])
    }

    /// Counts bytes of the connection that a request has taken over.
    ///
    /// - Returns: Whether the log keeps them.
    mutating func grow(recordNumbered number: Int, by byteCount: Int) -> Bool {
        let index = index(of: number)
        guard records.indices.contains(index), index >= firstWithBodies else { return false }
        records[index].contents.connectionByteCount += byteCount
        countBodies(byteCount)
        return index >= firstWithBodies
    }

    /// Counts bytes of a response that goes on, and drops earlier bodies for them.
    ///
    /// - Returns: Whether there is room for them.
    mutating func keepInFlight(_ byteCount: Int) -> Bool {
        inFlightBytes += byteCount
        dropBodies()
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

    private mutating func countBodies(_ byteCount: Int) {
        bodyBytes += byteCount
        dropBodies()
    }

    /// Drops the bodies of the earliest requests while there are too many bytes; those of the last request stay.
    private mutating func dropBodies() {
        while bodyBytes + inFlightBytes > limits.bodies, firstWithBodies < records.count - 1 {
            defer { firstWithBodies += 1 }
            let isEmpty = records[firstWithBodies].bodyBytes == 0 && records[firstWithBodies].connection == nil
            if isEmpty { continue }
            bodyBytes -= records[firstWithBodies].bodyBytes
            discarded.append(records[firstWithBodies])
            records[firstWithBodies].connection?.forget()
            records[firstWithBodies] = records[firstWithBodies].kept(cutTo: 0)
            records[firstWithBodies].contents.connectionByteCount = 0
        }
    }

    /// Drops the earliest records.
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
    /// Returns whether the body is in memory, and not longer than a limit in bytes.
    func fits(_ limit: Int) -> Bool {
        if case .data(let data) = content { data.count <= limit } else { false }
    }

    /// Returns the request with the first bytes of its body, in memory; of a file, those that were read already.
    func cut(to limit: Int) -> MockRequest {
        if fits(limit) { return self }
        let kept = content.prefix(limit)
        var request = MockRequest(head.replacingBody(with: kept), target: target, content: .data(kept))
        request.callCount = callCount
        return request
    }
}
