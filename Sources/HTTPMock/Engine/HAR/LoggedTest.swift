/// The test that made the requests of a log.
package struct LoggedTest: Sendable {
    private let name: String
    private let hasFailed: Bool
    private let unused: [UnusedResponse]

    /// Creates the description of a test.
    ///
    /// - Parameters:
    ///   - name: The suites and the function, as in `CartTests/paysByCard()`.
    ///   - hasFailed: Whether the test has failed.
    ///   - unused: The responses that were never used.
    package init(name: String, hasFailed: Bool, unused: [UnusedResponse]) {
        self.name = name
        self.hasFailed = hasFailed
        self.unused = unused
    }

    /// The member `_test` of a HAR: name, outcome, and the registrations with an unused response.
    var json: OrderedJSON {
        var known: Set<MockRegistration> = []
        let first = unused.filter { known.insert($0.registration).inserted }
        return .object([
            .init("name", .string(name)),
            .init("outcome", .string(hasFailed ? "failed" : "passed")),
            .init(
                "unused",
                .array(
                    first.map { response in
                        .object(
                            response.registration.members + [
                                .init("response", .string("\(response.response)")),
                                .init("served", .integer(response.servedCount)),
                            ])
                    })),
        ])
    }
}

extension MockRegistration {
    /// The address and the source location as members of a HAR.
    fileprivate var members: [OrderedJSON.Member] {
        [.init("registration", .string(route))] + (location.map { [.init("place", .string("\($0)"))] } ?? [])
    }
}

extension RecordedRequest {
    /// The member `_httpmock` of a HAR: the registration that answered, or the reasons why none did.
    var details: OrderedJSON {
        let (name, members): (String, [OrderedJSON.Member]) =
            switch outcome {
            case nil: ("unfinished", [])
            case .mocked(let registration): ("mocked", registration.members)
            case .passthrough: ("passthrough", [])
            case .failed(let error): ("failed", [.init("error", .string(Redaction.text(of: error)))])
            case .unmocked(let diagnosis): ("unmocked", [.init("diagnosis", diagnosis.json)])
            }
        return .object([.init("outcome", .string(name))] + (moments?.members ?? []) + members)
    }
}

extension RefusedRequest {
    /// The member `_httpmock` of a HAR for a request whose head could not be read.
    var details: OrderedJSON {
        .object([.init("outcome", .string("refused")), .init("error", .string(text))])
    }
}

extension UnmockedDiagnosis {
    /// The text of the diagnosis, and its parts.
    fileprivate var json: OrderedJSON {
        let fix =
            notes.isEmpty || nearest.first?.edit != nil ? self.fix(inBuilder: nearest.first?.isInBuilder ?? false) : []
        return .object([
            .init("text", .string("\(self)")),
            .init("nearest", .array(nearest.map(\.json))),
            .init("notes", .array(notes.map { .string($0) })),
            .init("problems", .array(registrationProblems.map { .string($0) })),
            .init("fix", .array(fix.map { .string($0) })),
        ])
    }
}

extension UnmockedDiagnosis.Candidate {
    fileprivate var json: OrderedJSON {
        var parts: [OrderedJSON] = []
        if case .mismatch(let matching, let mismatches) = verdict {
            parts = matching.map { .line([.init("part", .string($0.rawValue)), .init("matches", .bool(true))]) }
            parts += mismatches.map { mismatch in
                .line([
                    .init("part", .string(mismatch.part.rawValue)), .init("matches", .bool(false)),
                    .init("reason", .string(mismatch.reason)),
                ])
            }
        }
        return .object(
            registration.members + [.init("verdict", .string("\(verdict)")), .init("parts", .array(parts))])
    }
}
