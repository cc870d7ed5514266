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
        if record.request.isWebSocketUpgrade {
            // As browsers do, also for an upgrade that was refused.
            request.url = WebSocketURL.webSocket(request.url)
            connectionMembers = ["_resourceType": .string("websocket")]
        }
        if let connection = record.connection {
            connectionMembers = connectionMembers.adding(connection.harMembers)
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
        details = .object(["outcome": .string("refused"), "error": .string(rejected.text)])
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
        // The first byte of a cut character is among the last three; the bytes after it begin with the bits 10.
        guard let start = body.suffix(3).lastIndex(where: { $0 & 0b1100_0000 != 0b1000_0000 }) else { return nil }
        let isStartOfCharacter = (0xC2...0xF4).contains(body[start])
        // The bytes of a cut character decode as one replacement character.
        let isCut = String(decoding: body[start...], as: UTF8.self) == "\u{FFFD}"
        guard isStartOfCharacter, isCut, start > body.startIndex else { return nil }
        return String(data: body[..<start], encoding: .utf8)
    }
}

extension OrderedJSON {
    /// Returns the member `_test` of a HAR: name, outcome, and the registrations with an unused response.
    static func failedTest(_ name: String, unused: [UnusedResponse]) -> OrderedJSON {
        var known: Set<MockRegistration> = []
        let firstOfEach = unused.filter { known.insert($0.registration).inserted }
        let shown = firstOfEach.map { response in
            OrderedJSON.object(
                response.registration.members.adding([
                    "response": .string("\(response.response)"), "served": .integer(response.servedCount),
                ]))
        }
        return .object(["name": .string(name), "outcome": .string("failed"), "unused": .array(shown)])
    }
}

extension MockRegistration {
    fileprivate var members: OrderedJSON.Members {
        ["registration": .string(route), "place": location.map { .string("\($0)") }]
    }
}

extension RecordedRequest {
    /// The member `_httpmock` of a HAR: the outcome with its registration, error or diagnosis.
    ///
    /// If the log has the moments on the mock's clock, these are added.
    var details: OrderedJSON {
        let registered = contents.decision?.registration?.members ?? [:]
        let (name, members): (String, OrderedJSON.Members) =
            switch outcome {
            case nil: ("unfinished", [:])
            case .mocked: ("mocked", registered)
            case .passthrough: ("passthrough", [:])
            case .failed(let error): ("failed", error.members.adding(registered))
            case .unmocked(let diagnosis): ("unmocked", ["diagnosis": diagnosis.json])
            }
        let first: OrderedJSON.Members = ["outcome": .string(name)]
        let moments = contents.clockMoments?.members ?? [:]
        return .object(first.adding(moments).adding(members))
    }
}

extension Error {
    fileprivate var members: OrderedJSON.Members { ["error": .string(Redaction.text(of: self))] }
}

extension Moments {
    fileprivate var members: OrderedJSON.Members {
        let (wait, receive) = parts
        return ["start": .number(start / .milliseconds(1)), "wait": .number(wait), "receive": .number(receive)]
    }
}

extension UnmockedDiagnosis {
    fileprivate var json: OrderedJSON {
        .object([
            "text": .string("\(self)"),
            "nearest": .array(nearest.map(\.json)),
            "notes": .array(notes.map { .string($0) }),
            "problems": .array(problems.map { .string("\($0)") }),
            "fix": .array(fix().map { .string($0) }),
        ])
    }
}

extension UnmockedDiagnosis.Candidate {
    fileprivate var json: OrderedJSON {
        var shown: [OrderedJSON] = []
        func add(_ part: String, _ reason: OrderedJSON?) {
            shown.append(.line(["part": .string(part), "matches": .bool(reason == nil), "reason": reason]))
        }
        for part in parts where part.reasons.isEmpty { add(part.part.rawValue, nil) }
        for part in parts { for reason in part.reasons { add(part.part.rawValue, .string(reason)) } }
        return .object(registration.members.adding(["verdict": .string(verdict), "parts": .array(shown)]))
    }
}
