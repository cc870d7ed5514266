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
            let isElsewhere = records.contains { filter.matches($0.request) }
            let position = index == 0 ? "" : " after \(expected[index - 1])"
            let reason = isElsewhere ? "  it arrived, but before that" : filter.nearest(in: records.map(\.request))
            let text = ["HTTPMock: \(expectation) did not arrive\(position)", reason, records.listing]
            return TestReporter.failNow(text.compactMap { $0 }.joined(separator: "\n"), at: location, for: self)
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
        let difference = lineDifference(from: wanted, to: actual)
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
        // Half-open ranges can't reach the largest number.
        let closed = (count as? ClosedRange<Int>).flatMap { $0.upperBound == .max ? $0 : nil }
        let counts = closed.map { $0.lowerBound..<Int.max } ?? count.relative(to: 0..<Int.max)
        let isTooFew = seen < counts.lowerBound
        let mayBeLate = isTooFew && seen == 0 && records.allSatisfy { $0.outcome == nil }
        let arrival = seen == 0 ? "never arrived" : "arrived \(Self.times(seen))"
        let text = [
            "HTTPMock: \(expectation) was \(Self.expectation(of: counts)), but \(arrival)",
            isTooFew ? filter.nearest(in: records.map(\.request)) : nil, records.listing,
            mayBeLate ? "  If it is late, write before: try await mock.waitForRequest(\(expectation.arguments))" : nil,
        ]
        TestReporter.failNow(text.compactMap { $0 }.joined(separator: "\n"), at: location, for: self)
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
        return "expected "
            + (counts.lowerBound == 0 ? "at most \(times(last))" : "\(counts.lowerBound) to \(last) times")
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}

/// A request that is expected to have arrived, for `verifyInOrder`.
///
/// As a string it is a line of `requestSummary`, with patterns allowed: `"POST /login"`, `"/users/*"`,
/// `"GET /search?q=swift"`, `"GET https://api.example.com/users"`.
public struct RequestExpectation: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    let method: HTTPMock.HTTPMethod?
    let host: String?
    let path: String
}

extension RequestExpectation {
    /// Creates an expectation from a line of text.
    ///
    /// - Parameter line: The method, if it matters, and the path pattern, perhaps with `?` and the query as it was
    ///   sent, or an absolute URL.
    public init(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let method = words.count == 2 ? HTTPMock.HTTPMethod(rawValue: words[0]) : nil
        self.init(method: method, host: nil, path: words.last ?? "")
    }

    /// Creates an expectation from a line of text, in which values may be interpolated.
    public init(stringLiteral value: String) { self.init(value) }

    /// Creates an expectation from its parts.
    ///
    /// - Parameters:
    ///   - method: The method; any if nil.
    ///   - path: The path pattern, perhaps with `?` and the query as it was sent, or an absolute URL.
    ///   - host: The host pattern, as for a registration; any if nil.
    public static func request(
        _ method: HTTPMock.HTTPMethod? = nil, _ path: String, host: String? = nil
    ) -> RequestExpectation {
        RequestExpectation(method: method, host: host, path: path)
    }

    /// The expected request, as in `POST api.example.com/login`.
    public var description: String { "\(method.map { "\($0) " } ?? "")\(host ?? "")\(path)" }

    /// The arguments of `waitForRequest` for the same requests.
    fileprivate var arguments: String {
        let method = method.map { "method: \($0.swiftSource), " } ?? ""
        let host = host.map { "host: \($0.debugDescription), " } ?? ""
        return "\(method)\(host)path: \(path.debugDescription)"
    }
}
