import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HARDocument {
    /// Creates the document of an instance's log, with secrets masked.
    ///
    /// A rejected request that the log has as well is left out.
    init(_ records: [RecordedRequest], rejected: [RejectedRequest], test: OrderedJSON?) {
        var rows = records.map { (start: $0.start, entry: HAREntry($0)) }
        rows += rejected.filter { $0.request == nil }.map { (start: $0.start, entry: HAREntry($0)) }
        // The log itself is in order of arrival, even if the system's clock was set back.
        if rows.count > records.count { rows.sort { $0.start < $1.start } }
        self.init(entries: rows.map(\.entry))
        self.test = test
    }
}

extension HAREntry {
    fileprivate init(_ record: RecordedRequest) {
        self.init(
            startedDateTime: HARDate.text(of: record.start),
            request: HARRequest(record.request), response: HARResponse(record))
        request.isTruncated = record.contents.isRequestBodyCut
        response.isTruncated = record.isResponseBodyCut
        (wait, receive) = record.contents.moments.parts
        comment = record.outcome.map { "\($0)" } ?? "not answered yet"
        details = record.details
        if let connection = record.connection {
            request.url = connection.harURL(request.url)
            connectionMembers = connection.harMembers
        }
    }

    /// An entry for a request whose head could not be read.
    fileprivate init(_ rejected: RejectedRequest) {
        let method = rejected.line.prefix { $0 != " " }
        self.init(
            startedDateTime: HARDate.text(of: rejected.start),
            request: HARRequest(
                method: method.isEmpty ? "?" : String(method), url: "\(rejected.origin)/", headers: [], body: nil),
            response: HARResponse(
                status: rejected.status,
                statusText: HTTPURLResponse.localizedString(forStatusCode: rejected.status),
                headers: [], body: HARBody(Data(), type: nil)))
        response.error = rejected.text
        comment = rejected.text
        details = .object([.init("outcome", .string("refused")), .init("error", .string(rejected.text))])
    }
}

extension HARRequest {
    fileprivate init(_ request: MockRequest) {
        self.init(
            method: request.method.rawValue, url: Redaction.text(of: request.url),
            headers: [HARField](masking: request.headers),
            body: request.body.isEmpty ? nil : HARBody(masking: request.body, request.header("Content-Type")))
        maskedCookies = request.cookies.keys.sorted().map { HARField($0, Redaction.mask) }
    }
}

extension HARResponse {
    fileprivate init(_ record: RecordedRequest) {
        let fields = record.responseHeaders
        self.init(
            status: record.status ?? 0,
            statusText: record.status.map(HTTPURLResponse.localizedString(forStatusCode:)) ?? "",
            headers: [HARField](masking: fields),
            body: HARBody(masking: record.responseBody, fields["Content-Type"]))
        maskedCookies = HARField.cookies(setIn: fields.fields).map { HARField($0.name, Redaction.mask) }
        if case .failed(let failure) = record.outcome { error = Redaction.text(of: failure) }
    }
}

extension [HARField] {
    /// Creates fields in the order of their names, with secrets masked.
    fileprivate init(masking headers: HTTPMock.HeaderFields) {
        self = headers.sorted { $0.name < $1.name }.map { field in
            HARField(field.name, Redaction.headerValue(field.value, of: field.name))
        }
    }
}

extension HARBody {
    /// Creates a body of the log, with secrets masked.
    ///
    /// If the log's limit cut a character of the body, the body ends before that character.
    fileprivate init(masking body: Data, _ type: String?) {
        let masked = Redaction.body(body, type: type)
        let text = String(data: masked, encoding: .utf8) ?? Self.text(cutOff: masked)
        self.init(text.map { Data($0.utf8) } ?? masked, type: type, size: body.count)
    }

    /// Returns the text before a last character that was cut; nil if none was.
    private static func text(cutOff body: Data) -> String? {
        guard let lead = body.suffix(3).lastIndex(where: { $0 & 0b1100_0000 != 0b1000_0000 }),
            lead > body.startIndex, (0xC2...0xF4).contains(body[lead]),
            String(decoding: body[lead...], as: UTF8.self) == "\u{FFFD}"
        else { return nil }
        return String(data: body[..<lead], encoding: .utf8)
    }
}

extension OrderedJSON {
    /// Returns the member `_test` of a HAR: name, outcome, and the registrations with an unused response.
    static func failedTest(_ name: String, unused: [UnusedResponse]) -> OrderedJSON {
        var known: Set<MockRegistration> = []
        let first = unused.filter { known.insert($0.registration).inserted }.map { response in
            OrderedJSON.object(
                response.registration.members + [
                    .init("response", .string("\(response.response)")),
                    .init("served", .integer(response.servedCount)),
                ])
        }
        return .object([
            .init("name", .string(name)), .init("outcome", .string("failed")), .init("unused", .array(first)),
        ])
    }
}

extension MockRegistration {
    fileprivate var members: [OrderedJSON.Member] {
        [.init("registration", .string(route)), .init("place", location.map { .string("\($0)") })]
    }
}

extension RecordedRequest {
    /// The member `_httpmock` of a HAR: the registration that answered, or the reasons why none did.
    var details: OrderedJSON {
        let registered = contents.decision?.registration?.members ?? []
        let (name, members): (String, [OrderedJSON.Member]) =
            switch outcome {
            case nil: ("unfinished", [])
            case .mocked: ("mocked", registered)
            case .passthrough: ("passthrough", [])
            case .failed(let error): ("failed", [.init("error", .string(Redaction.text(of: error)))] + registered)
            case .unmocked(let diagnosis): ("unmocked", [.init("diagnosis", diagnosis.json)])
            }
        return .object([.init("outcome", .string(name))] + (contents.clockMoments?.members ?? []) + members)
    }
}

extension Moments {
    fileprivate var members: [OrderedJSON.Member] {
        [("start", start / .milliseconds(1)), ("wait", parts.wait), ("receive", parts.receive)]
            .map { .init($0, .number($1)) }
    }
}

extension UnmockedDiagnosis {
    fileprivate var json: OrderedJSON {
        .object([
            .init("text", .string("\(self)")),
            .init("nearest", .array(nearest.map(\.json))),
            .init("notes", .array(notes.map { .string($0) })),
            .init("problems", .array(problems.map { .string("\($0)") })),
            .init("fix", .array(fix().map { .string($0) })),
        ])
    }
}

extension UnmockedDiagnosis.Candidate {
    fileprivate var json: OrderedJSON {
        var shown: [OrderedJSON] = []
        func add(_ part: String, _ reason: OrderedJSON?) {
            shown.append(
                .line([.init("part", .string(part)), .init("matches", .bool(reason == nil)), .init("reason", reason)]))
        }
        for part in parts where part.reasons.isEmpty { add(part.part.rawValue, nil) }
        for part in parts { for reason in part.reasons { add(part.part.rawValue, .string(reason)) } }
        return .object(registration.members + [.init("verdict", .string(verdict)), .init("parts", .array(shown))])
    }
}
