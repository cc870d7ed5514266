import Foundation
import HTTPMock

extension HTTPMock {
    /// Checks that at least one request has arrived.
    ///
    /// A failure, at the caller's line, compares the nearest request part by part and lists the requests that arrived.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path pattern, perhaps with `?` and the query as `requestSummary` prints it, or an absolute URL.
    ///   - host: The host pattern, as for a registration; any if nil.
    public func verify(
        _ method: HTTPMethod, _ path: String, host: String? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        verify(RequestExpectation(method: method, host: host, path: path), count: 1..., location)
    }

    /// Checks the number of requests that have arrived.
    ///
    /// ```swift
    /// mock.verify(.post, "/login", times: 1)
    /// ```
    ///
    /// A failure, at the caller's line, compares the nearest request part by part and lists the requests that arrived.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path pattern, perhaps with `?` and the query as `requestSummary` prints it, or an absolute URL.
    ///   - host: The host pattern, as for a registration; any if nil.
    ///   - times: The expected number.
    public func verify(
        _ method: HTTPMethod, _ path: String, host: String? = nil, times: Int, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        verify(RequestExpectation(method: method, host: host, path: path), count: times...times, location)
    }

    /// Checks the number of requests that have arrived.
    ///
    /// ```swift
    /// mock.verify(.get, "/users/*", host: "api.example.com", times: 2...)
    /// ```
    ///
    /// A failure, at the caller's line, compares the nearest request part by part and lists the requests that arrived.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path pattern, perhaps with `?` and the query as `requestSummary` prints it, or an absolute URL.
    ///   - host: The host pattern, as for a registration; any if nil.
    ///   - times: The accepted numbers, such as `2...` or `1...3`.
    public func verify(
        _ method: HTTPMethod, _ path: String, host: String? = nil, times: some RangeExpression<Int>,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        verify(RequestExpectation(method: method, host: host, path: path), count: times, location)
    }

    /// Checks the number of requests that have arrived, of any method.
    ///
    /// A failure, at the caller's line, compares the nearest request part by part and lists the requests that arrived.
    ///
    /// - Parameters:
    ///   - path: The path pattern, perhaps with `?` and the query as `requestSummary` prints it, or an absolute URL.
    ///   - host: The host pattern, as for a registration; any if nil.
    ///   - times: The expected number.
    public func verify(
        _ path: String, host: String? = nil, times: Int, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        verify(RequestExpectation(method: nil, host: host, path: path), count: times...times, location)
    }

    /// Checks the number of requests that have arrived, of any method.
    ///
    /// A failure, at the caller's line, compares the nearest request part by part and lists the requests that arrived.
    ///
    /// - Parameters:
    ///   - path: The path pattern, perhaps with `?` and the query as `requestSummary` prints it, or an absolute URL.
    ///   - host: The host pattern, as for a registration; any if nil.
    ///   - times: The accepted numbers, such as `2...` or `1...3`; at least one unless given.
    public func verify(
        _ path: String, host: String? = nil, times: some RangeExpression<Int> = 1..., fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        verify(RequestExpectation(method: nil, host: host, path: path), count: times, location)
    }

    /// Checks that requests have arrived in this order, perhaps with others between them.
    ///
    /// ```swift
    /// mock.verifyInOrder(["POST /auth/phone", "POST /auth/sms", "GET /profile"])
    /// ```
    ///
    /// - Parameter expected: The requests.
    public func verifyInOrder(
        _ expected: [RequestExpectation], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let records = requests
        var rest = records[...]
        for (index, expectation) in expected.enumerated() {
            guard let filter = filter(of: expectation, location) else { return }
            if let found = rest.firstIndex(where: { filter.matches($0.request) }) {
                rest = rest[(found + 1)...]
                continue
            }
            var title = "HTTPMock: \(expectation) did not arrive"
            if index > 0 { title += " after \(expected[index - 1])" }
            var lines = [title]
            if records.contains(where: { filter.matches($0.request) }) {
                lines.append("  it arrived, but before that")
            } else if let nearest = filter.nearest(in: records.map(\.request)) {
                lines.append(nearest)
            }
            lines.append(records.listing)
            return TestReporter.failNow(lines.joined(separator: "\n"), at: location, for: self)
        }
    }

    /// Compares `requestSummary` with the expected lines.
    ///
    /// ```swift
    /// mock.expectRequests {
    ///     """
    ///     POST /auth/phone
    ///     POST /auth/sms
    ///     """
    /// }
    /// ```
    ///
    /// A failure, at the caller's line, shows the difference line by line.
    ///
    /// - Parameter expected: The lines; white space at either end is ignored.
    public func expectRequests(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ expected: () -> String
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let actual = requestSummary
        let wanted = expected().trimmingCharacters(in: .whitespacesAndNewlines)
        guard wanted != actual else { return }
        let difference = LineDifference(from: wanted, to: actual)
        TestReporter.failNow(
            "HTTPMock: the requests differ from the expected ones\n\(difference)", at: location, for: self)
    }

    /// Writes `requestSummary` into the source file, at this call, and fails once.
    ///
    /// Run the test, review the lines that were written, and run the test again. Nothing is written in CI, where the
    /// variable `CI` is set, or if the call can't be located safely. The failure then contains the lines to paste.
    /// Write the call as `expectRequests()`, once in its line.
    public func expectRequests(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let text = SourceWriter.shared.write(requestSummary, path: "\(filePath)", line: Int(line), column: Int(column))
        TestReporter.failNow(text, at: location, for: self)
    }

    private func verify(_ expectation: RequestExpectation, count: some RangeExpression<Int>, _ location: CallSite) {
        guard let filter = filter(of: expectation, location) else { return }
        let records = requests
        let seen = records.count { filter.matches($0.request) }
        guard !count.contains(seen) else { return }
        var counts = 0..<Int.max
        if let closed = count as? ClosedRange<Int>, closed.upperBound == .max {
            // Half-open ranges can't reach the largest number.
            counts = closed.lowerBound..<Int.max
        } else {
            counts = count.relative(to: counts)
        }
        let arrival = seen == 0 ? "never arrived" : "arrived \(Self.times(seen))"
        var lines = ["HTTPMock: \(expectation) was \(Self.expectation(of: counts)), but \(arrival)"]
        let isTooFew = seen < counts.lowerBound
        if isTooFew, let nearest = filter.nearest(in: records.map(\.request)) { lines.append(nearest) }
        lines.append(records.listing)
        let mayBeLate = isTooFew && seen == 0 && records.allSatisfy { $0.outcome == nil }
        if mayBeLate {
            lines.append("  If it is late, write before: try await mock.waitForRequest(\(expectation.arguments))")
        }
        TestReporter.failNow(lines.joined(separator: "\n"), at: location, for: self)
    }

    private func filter(of expectation: RequestExpectation, _ location: CallSite) -> RequestFilter? {
        do {
            return try RequestFilter(method: expectation.method, host: expectation.host, path: expectation.path)
        } catch {
            TestReporter.failNow("\(error)", at: location, for: self)
            return nil
        }
    }

    private static func expectation(of counts: Range<Int>) -> String {
        let last = counts.upperBound - 1
        if counts.isEmpty { return "expected an impossible number of times" }
        if counts == 0..<1 { return "not expected" }
        if counts.lowerBound == last { return "expected \(times(last))" }
        if counts.upperBound == Int.max { return "expected at least \(times(counts.lowerBound))" }
        if counts.lowerBound == 0 { return "expected at most \(times(last))" }
        return "expected \(counts.lowerBound) to \(last) times"
    }

    private static func times(_ count: Int) -> String {
        count == 1 ? "once" : "\(count) times"
    }
}
