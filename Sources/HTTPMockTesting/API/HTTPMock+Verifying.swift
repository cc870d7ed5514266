import Foundation
import HTTPMock
import Testing

extension HTTPMock {
    /// Checks that at least one matching request has arrived.
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

    /// Checks the number of matching requests that have arrived.
    ///
    /// ```swift
    /// mock.verify(.post, "/login", times: 1)
    /// ```
    ///
    /// A failure, at the caller's line, lists the requests that arrived. If they are too few, the failure also compares
    /// the nearest one part by part.
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

    /// Checks the number of matching requests that have arrived.
    ///
    /// ```swift
    /// mock.verify(.get, "/users/*", host: "api.example.com", times: 2...)
    /// ```
    ///
    /// A failure, at the caller's line, lists the requests that arrived. If they are too few, the failure also compares
    /// the nearest one part by part.
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

    /// Checks the number of matching requests that have arrived, of any method.
    ///
    /// A failure, at the caller's line, lists the requests that arrived. If they are too few, the failure also compares
    /// the nearest one part by part.
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

    /// Checks the number of matching requests that have arrived, of any method.
    ///
    /// A failure, at the caller's line, lists the requests that arrived. If they are too few, the failure also compares
    /// the nearest one part by part.
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
                lines.append("  it arrived only earlier")
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
    /// - Parameter expected: The lines, which end with LF or CRLF; white space at either end is ignored.
    public func expectRequests(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ expected: () -> String
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let actual = requestSummary
        let wanted = expected().replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !wanted.hasSameCodeUnits(as: actual) else { return }
        let difference = LineDifference(from: wanted, to: actual)
        TestReporter.failNow(
            "HTTPMock: the requests differ from the expected ones\n\(difference)", at: location, for: self)
    }

    /// Writes `requestSummary` into the source file, at this call, and fails once.
    ///
    /// Run the test, review the lines that were written, and run the test again. Nothing is written in CI, where the
    /// variable `CI` is set, or if the call can't be located safely. The failure then contains the lines to paste.
    /// Write the call as `expectRequests()`, once in its line. Nothing is written in a test with arguments, because no
    /// lines fit all of them.
    public func expectRequests(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        if let test = Test.current, test.isParameterized {
            TestReporter.failNow(Self.noLines(for: test, requests), at: location, for: self)
            return
        }
        let text = SourceWriter.shared.write(requestSummary, path: "\(filePath)", line: Int(line), column: Int(column))
        TestReporter.failNow(text, at: location, for: self)
    }

    /// The message of a test with arguments, each of which has requests of its own.
    private static func noLines(for test: Test, _ records: [RecordedRequest]) -> String {
        let request = records.last?.request
        let method = (request?.method ?? .get).swiftSource
        let path = request?.maskedPath ?? "/users/7"
        return """
            HTTPMock: expectRequests() can't write lines that fit all arguments of \(test.title)
              To fix this, write what each argument requests, with the argument in the text, such as \
            mock.verify(\(method), \(path.debugDescription), times: 1)
            \(records.listing)
            """
    }

    private func verify(_ expectation: RequestExpectation, count: some RangeExpression<Int>, _ location: CallSite) {
        guard let filter = filter(of: expectation, location) else { return }
        let records = requests
        let seen = records.count { filter.matches($0.request) }
        guard !count.contains(seen) else { return }
        let counts = Self.possibleCounts(in: count)
        let arrival = seen == 0 ? "never arrived" : "arrived \(seen.times)"
        var lines = ["HTTPMock: \(expectation) was \(Self.text(of: counts)), but \(arrival)"]
        var isTooFew = false
        if let counts { isTooFew = seen < counts.lowerBound }
        if isTooFew, let nearest = filter.nearest(in: records.map(\.request)) { lines.append(nearest) }
        if seen == 0, let edit = expectation.edit(near: records.map(\.request), at: location) {
            lines.append("  \(edit)")
        }
        lines.append(records.listing)
        // More may follow while each request that arrived still waits for its response.
        let mayBeLate = records.allSatisfy { $0.outcome == nil }
        if isTooFew, seen == 0, mayBeLate {
            lines.append("  If it is late, write before: try await mock.waitForRequest(\(expectation.arguments))")
        }
        TestReporter.failNow(lines.joined(separator: "\n"), at: location, for: self)
    }

    /// Returns the filter of an expectation; nil, and the test fails, if the expectation is malformed.
    private func filter(of expectation: RequestExpectation, _ location: CallSite) -> RequestFilter? {
        do {
            return try RequestFilter(method: expectation.method, host: expectation.host, path: expectation.path)
        } catch {
            TestReporter.failNow("\(error)", at: location, for: self)
            return nil
        }
    }

    /// Returns the part of a range that is not negative; nil if there is none.
    ///
    /// A range of an unknown type counts as any number.
    private static func possibleCounts(in range: some RangeExpression<Int>) -> ClosedRange<Int>? {
        var first = 0
        var last = Int.max
        switch range {
        case let range as ClosedRange<Int>:
            first = range.lowerBound
            last = range.upperBound
        case let range as Range<Int>:
            guard !range.isEmpty else { return nil }
            first = range.lowerBound
            last = range.upperBound - 1
        case let range as PartialRangeFrom<Int>:
            first = range.lowerBound
        case let range as PartialRangeThrough<Int>:
            last = range.upperBound
        case let range as PartialRangeUpTo<Int>:
            guard range.upperBound > 0 else { return nil }
            last = range.upperBound - 1
        default:
            break
        }
        guard last >= 0 else { return nil }
        return max(0, first)...last
    }

    private static func text(of counts: ClosedRange<Int>?) -> String {
        guard let counts else { return "expected an impossible number of times" }
        let (first, last) = (counts.lowerBound, counts.upperBound)
        if last == 0 { return "not expected" }
        if first == last { return "expected \(last.times)" }
        if last == Int.max { return "expected at least \(first.times)" }
        if first == 0 { return "expected at most \(last.times)" }
        return "expected \(first) to \(last) times"
    }
}
