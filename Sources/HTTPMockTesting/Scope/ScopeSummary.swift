import Foundation
import HTTPMock

/// The problems of an instance at the end of its test, one for each mistake.
struct ScopeSummary {
    private(set) var problems: [Problem]
    /// The explanation why no request reached the mock.
    ///
    /// Nil if a request arrived or was turned down, if a problem has the explanation, or if nothing is registered.
    private(set) var hint: String?

    /// The most requests or responses that a text lists.
    private static let shownLimit = 10

    /// Collects the problems of a test, in the terms of its framework.
    ///
    /// - Parameters:
    ///   - allowsUnused: Whether all responses may stay unused.
    ///   - allowsUnplayed: Whether entries of cassettes may stay unplayed.
    ///   - thrown: The error that the test threw, after which all responses may stay unused.
    init(
        _ mock: HTTPMock, in framework: Framework, allowsUnused: Bool, allowsUnplayed: Bool = false,
        thrown: (any Error)? = nil
    ) {
        let requests = mock.requests
        let diagnoses = Self.reportedDiagnoses(of: requests, in: mock)
        let mistakes = mock.registrationProblems
        problems = []
        let reported = Set(diagnoses.flatMap(\.problems).map(\.description))
        for mistake in mistakes where !reported.contains("\(mistake)") {
            problems.append(Problem(text: "HTTPMock: \(mistake)", location: mistake.location))
        }
        problems += mock.problems.filter { $0.kind == .failure || $0.isWarning }
        problems += Self.unusableResponses(to: requests, thrown: thrown)
        // A registration with a mistake that was reported is not reported again for being unused.
        let mistakenLocations = Set(mistakes.map(\.location))
        let mistakenRoutes = Set(diagnoses.compactMap(\.suggestedEditRoute))
        var unused: [UnusedResponse] = []
        if !allowsUnused, thrown == nil {
            unused = mock.unusedResponses.filter { response in
                // Only an entry of a cassette has no source location.
                guard let location = response.location else { return !allowsUnplayed }
                guard let route = response.registration.routeIdentity else { return true }
                return !mistakenLocations.contains(location) && !mistakenRoutes.contains(route)
            }
        }
        if !requests.isEmpty {
            problems += unused.map { Problem(text: Self.text(of: $0, in: mock), location: $0.location) }
        } else if !unused.isEmpty {
            problems.append(Problem(text: Self.nothingArrived(unused, at: mock, in: framework)))
        } else if mock.turnedDown.isEmpty, mock.hasRegistrations {
            hint = Self.nothingArrived([], at: mock, in: framework)
        }
    }

    var failsTest: Bool {
        problems.contains { !$0.isWarning }
    }

    enum Framework {
        case swiftTesting, xctest
        /// The run of a sweep, in Swift Testing.
        case sweep
    }

    /// Returns the diagnoses that a strict policy has reported.
    private static func reportedDiagnoses(of requests: [RecordedRequest], in mock: HTTPMock) -> [UnmockedDiagnosis] {
        guard mock.unmockedPolicy.isForRunningTest else { return [] }
        return requests.compactMap { record in
            guard case .unmocked(let diagnosis) = record.outcome else { return nil }
            return diagnosis
        }
    }

    /// Returns the errors of responses that could not be made, each once, without the error that the test throws
    /// itself.
    private static func unusableResponses(to requests: [RecordedRequest], thrown: (any Error)?) -> [Problem] {
        var known: Set<HTTPMockError> = []
        if let thrown = thrown.flatMap({ HTTPMockError($0) }) { known.insert(thrown) }
        return requests.compactMap { record in
            guard let error = record.error as? HTTPMockError, error.cause == .unusableResponse,
                known.insert(error).inserted
            else { return nil }
            return Problem(text: error.message, location: error.location)
        }
    }

    /// Adds the problems that modules find at the end, and the possible causes of a failure.
    ///
    /// The client may report such a cause as an error of its own. A test that has passed only prints the requests that
    /// were turned down.
    mutating func addCauses(of mock: HTTPMock, hasFailed: Bool, thrown: (any Error)? = nil) {
        problems += mock.problemsAtEnd(testHasFailed: hasFailed || failsTest)
        let unattributed = SharedSession.takeUnattributedRequests(of: mock)
        guard hasFailed || failsTest else {
            for text in mock.turnedDown { StandardError.report(text) }
            return
        }
        if !unattributed.isEmpty {
            StandardError.report(
                """
                HTTPMock: nothing shows which test made these requests through URLSession.shared, so they may be late \
                requests of an earlier test, which have used responses of the failed one. They were made in a dispatch \
                queue or a timer. To fix this, wait in each test for such requests, or inject mock.urlSession.
                \(unattributed.prefix(Self.shownLimit).map { "  \($0)" }.joined(separator: "\n"))
                """)
        }
        let causes = mock.problems
        problems += causes.filter { $0.kind == .turnedDown }
        let broken = Self.brokenJSON(in: mock.requests)
        problems += broken
        if broken.isEmpty, let error = thrown as? DecodingError { problems += Self.undecoded(error, in: mock.requests) }
        problems += causes.filter { $0.kind == .cause }
    }

    /// Returns the responses that are not JSON, although their content type is.
    private static func brokenJSON(in requests: [RecordedRequest]) -> [Problem] {
        var known: Set<MockRegistration> = []
        return requests.compactMap { record in
            guard let registration = record.registration, let location = registration.location else { return nil }
            guard !record.responseBody.isEmpty, !record.isResponseBodyCut,
                MediaEssence(record.responseHeaders["Content-Type"]).isJSONText
            else { return nil }
            guard case .failure(let error) = Result(catching: { try JSONValue(parsing: record.responseBody) }),
                known.insert(registration).inserted
            else { return nil }
            let text = """
                HTTPMock: the response to \(record.request) is not JSON: \(error)
                  it was registered for \(registration)
                  To fix this, correct the text there, or write .plaintext if it is not meant to be JSON.
                """
            return Problem(text: text, location: location)
        }
    }

    /// Returns the problem of the last response, which most likely is the one that could not be decoded.
    ///
    /// - Returns: None if the last response was not registered, or if it is an entry of a cassette.
    private static func undecoded(_ error: DecodingError, in requests: [RecordedRequest]) -> [Problem] {
        // An entry of a cassette has no source location.
        guard let record = requests.last(where: { $0.status != nil }), let registration = record.registration,
            let location = registration.location
        else { return [] }
        let type = record.responseHeaders["Content-Type"] ?? "no Content-Type"
        let body = record.responseBody
        var size = body.count.counted("byte")
        if let near = nearKey(to: error, in: body) { size += "\n  there is the key \(near.debugDescription) instead" }
        let text = """
            HTTPMock: the test threw \(Redaction.text(of: error))
              the last response was to \(record.request): \(type), \(size)
              it was registered for \(registration)
              To fix this, correct the response there. If the keys or dates are spelled otherwise, encode it as the \
            client decodes it: .encodable(value, jsonEncoder: encoder).
            """
        return [Problem(text: text, location: location)]
    }

    /// Returns the key in a body that is near to a missing one: misspelled, or in other case or with other marks.
    ///
    /// Nil for other errors, and if the body has no such key at the place of the error, or the missing key itself.
    private static func nearKey(to error: DecodingError, in body: Data) -> String? {
        guard case .keyNotFound(let key, let context) = error else { return nil }
        var value = JSONValue(body)
        for step in context.codingPath {
            if let elements = value?.elements {
                guard let index = step.intValue, elements.indices.contains(index) else { return nil }
                value = elements[index]
            } else {
                value = value?[step.stringValue]
            }
        }
        let missing = key.stringValue
        // Comparing more keys takes long.
        guard let keys = value?.members?.keys, keys.count <= 1_000, !keys.contains(missing) else { return nil }
        func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
        let same = keys.sorted().first { !letters($0).isEmpty && letters($0) == letters(missing) }
        return same ?? EditDistance.nearest(to: missing, among: keys) { $0 / 3 }
    }

    private static func text(of unused: UnusedResponse, in mock: HTTPMock) -> String {
        guard unused.location != nil else {
            return """
                HTTPMock: an entry of a cassette was never played
                  \(unused)
                  To fix this, make the code under test request it, or record the test again: HTTPMOCK_RECORD=all
                """
        }
        if let (record, winner) = mock.requestAnswered(insteadOf: unused) {
            return """
                HTTPMock: a response was never used
                  \(unused)
                  \(record.request) matches it, but was answered by \(winner)
                  To fix this, \(fix(for: unused, answeredBy: winner, in: mock))
                """
        }
        if let record = mock.requestAnswered(before: unused), let status = record.status {
            return """
                HTTPMock: a response was never used
                  \(unused)
                  \(record.request) was answered by the \(status) before it, because responses are used in the order in \
                which they are registered
                  To fix this, register it first, make the code under test send that request again, remove it, or mark it \
                .optional().
                """
        }
        return """
            HTTPMock: a response was never used
              \(unused)
              To fix this, make the code under test request it, remove it, or mark it .optional().
            """
    }

    private static func fix(
        for unused: UnusedResponse, answeredBy winner: MockRegistration, in mock: HTTPMock
    ) -> String {
        if let method = unused.registration.missingMethod(of: winner) {
            return "write method: \(method) here too if the other registration is a suite's, or else remove one of "
                + "them."
        }
        guard let removal = mock.removal(of: winner, inFavorOf: unused) else {
            return "remove it, or mark it .optional()."
        }
        return "remove it, or mark it .optional(). If it is to answer, remove the other registration before the "
            + "request:\n  \(removal)"
    }

    /// SDKs that put a class of their own into the configuration of each session, by methods that they replace.
    enum Swizzling {
        #if canImport(FoundationNetworking)
            static let isPossible = false
        #else
            static let isPossible = true
        #endif
        static let fix =
            "switch off SDKs that put a class of their own first into protocolClasses, because that class answers first"
    }

    /// Returns the text about a mock that no request has reached.
    ///
    /// - Parameter unused: The responses that fail the test because they were not used.
    static func nothingArrived(
        _ unused: [UnusedResponse], at mock: HTTPMock, in framework: Framework,
        mayBeSwizzled: Bool = Swizzling.isPossible
    ) -> String {
        let owner = framework == .sweep ? "sweep" : "test"
        var lines = ["HTTPMock: no request reached the mock of this \(owner), so no response was used"]
        lines += unused.prefix(shownLimit).map { "  \($0)" }
        if unused.count > shownLimit { lines.append("  and \(unused.count - shownLimit) more") }
        if let releasedServer = mock.releasedServer {
            // A server that nobody kept looks like one that was kept to the end, so both mistakes are named.
            lines.append("  its server at \(releasedServer) was released before any request, which stops it")
            let path = unused.lazy.compactMap(\.registration.path).first.map { "path: \($0.swiftLiteral), " } ?? ""
            let fix = """
                  To fix this, keep the server in a variable, make the client send its requests to that URL, and wait for \
                them in the test:
                    try await mock.waitForRequest(\(path)timeout: .seconds(60))
                """
            lines.append(fix)
            return lines.joined(separator: "\n")
        }
        if let location = mock.installations.last {
            lines.append(
                "  install(in:) was called at \(location), but no session created from that configuration made a "
                    + "request. Was the session created before? .default and .ephemeral return a new object on each "
                    + "access.")
        }
        // A test that failed for another reason may need no request.
        let isNeeded = !unused.isEmpty
        lines.append(isNeeded ? "  To fix this, do one of these:" : "  If it was to make a request, do one of these:")
        lines += fixes(in: framework).map { "  - \($0)" }
        if mayBeSwizzled { lines.append("  - \(Swizzling.fix)") }
        return lines.joined(separator: "\n")
    }

    private static func fixes(in framework: Framework) -> [String] {
        switch framework {
        case .swiftTesting:
            [
                "inject HTTPMock.current.urlSession into the code under test",
                "call HTTPMock.current.install(in: configuration) before the code under test creates its session",
                "write .httpMock(interceptingSharedSession: true) if the code under test uses URLSession.shared",
                "await the requests in the test; a request that arrives after the test is reported on standard error",
            ]
        case .xctest:
            [
                "inject the urlSession of the mock that makeHTTPMock returned; HTTPMock.current is not that mock in "
                    + "XCTest",
                "call install(in: configuration) of that mock before the code under test creates its session",
                "write makeHTTPMock(interceptingSharedSession: true) if the code under test uses URLSession.shared",
                "wait for the requests in the test; a request that arrives after the test is reported on standard "
                    + "error",
            ]
        case .sweep:
            [
                "use the mock that the closure receives, and not the test's: of: { mock in Client(session: "
                    + "mock.urlSession) }",
                "call install(in: configuration) of that mock before the code under test creates its session",
                "await the requests in the closure",
            ]
        }
    }
}
