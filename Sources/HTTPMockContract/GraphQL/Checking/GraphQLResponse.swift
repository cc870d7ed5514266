import Foundation
import HTTPMock

/// Checks an HTTP response of a GraphQL service.
///
/// - SeeAlso: [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/#sec-Response)
struct GraphQLResponse {
    private(set) var issues: [GraphQLIssue] = []
    private let response: CheckedResponse
    private let match: GraphQLMatch
    private let contract: GraphQLContract
    private let mediaType: MediaTypeName

    init(_ response: CheckedResponse, _ match: GraphQLMatch, _ contract: GraphQLContract) {
        self.response = response
        self.match = match
        self.contract = contract
        mediaType = MediaTypeName(response.fields["Content-Type"] ?? "")
        check()
    }

    private var isSuccess: Bool { (200..<300).contains(response.status) }
    /// True for `application/graphql-response+json`, whose answers without data have a status for errors.
    private var isResponseType: Bool { mediaType.text == GraphQLRequest.responseType }

    private mutating func report(_ message: String, at path: [PathStep] = []) {
        issues.append(GraphQLIssue(rule: "response", message: message, path: path))
    }

    private mutating func check() {
        let isJSON = mediaType.text == "application/json"
        // An error of a proxy may have any media type.
        guard isSuccess || isResponseType || isJSON else { return }
        guard !isStream else { return noteStream() }
        guard isResponseType || isJSON else {
            let got = mediaType.text.isEmpty ? "no Content-Type" : mediaType.text
            return report("\(got), but application/json or \(GraphQLRequest.responseType) is expected")
        }
        guard let body = response.readableBody else { return }
        check(body)
    }

    /// True for a stream of answers, which is not checked.
    private var isStream: Bool { ["text/event-stream", "multipart/mixed"].contains(mediaType.text) }

    /// Notes a stream, unless the answer to an operation may be a stream.
    private mutating func noteStream() {
        guard !match.operations.contains(where: \.mayStream) else { return }
        let note = "\(mediaType.text), which is a stream, so the answer is not checked"
        issues.append(GraphQLIssue(rule: "response", message: note, isUnchecked: true))
    }

    private mutating func check(_ body: Data) {
        if body.isEmpty {
            if isSuccess { report("no body, but an answer has data or errors") }
            return
        }
        let value: JSONValue
        do throws(JSONSyntaxError) {
            value = try response.json(of: body)
        } catch {
            if isSuccess || isResponseType { report("the body is not JSON: \(error)") }
            return
        }
        let hasFormOfAnswer = value[member: "data"] != nil || value[member: "errors"] != nil
        // An error of a proxy may be JSON too.
        guard isSuccess || isResponseType || hasFormOfAnswer else { return }
        checkAnswers(value)
    }

    private mutating func checkAnswers(_ value: JSONValue) {
        guard match.isBatch else { return check(value, match.operation(nil), at: []) }
        let count = match.operations.count
        guard let elements = value.elements else {
            // A request error of the whole batch is one answer.
            if !isSuccess { return check(value, nil, at: []) }
            return report("expected a list of \(count.counted("answer")), because the request is a batch")
        }
        if elements.count != count { report("expected \(count.counted("answer")), got \(elements.count)") }
        for (index, element) in elements.enumerated() where index < count {
            check(element, match.operations[index], at: [.element(index)])
        }
    }

    private mutating func check(_ value: JSONValue, _ operation: CheckedOperation?, at path: [PathStep]) {
        if let operation {
            issues += operation.issues(ofAnswer: value, at: path, contract)
        } else {
            issues += ResponseEnvelope(value, at: path).issues
        }
        // The answers of a batch share one status, so the status tells nothing about each.
        guard !match.isBatch, value.members != nil else { return }
        // `data: null` counts neither as data nor as missing.
        let hasData = value["data"] != nil
        let isDataMissing = value[member: "data"] == nil
        if hasData, !isSuccess {
            report("an answer with data needs a status of 2xx, got \(response.status)", at: [.member("data")])
        } else if isDataMissing, isResponseType, !(400..<600).contains(response.status) {
            report("an answer without data needs a status of 4xx or 5xx, got \(response.status)")
        }
    }
}

extension GraphQLIssue {
    /// The index of the answer in a batch; nil for an issue that is not of such an answer.
    var batchIndex: Int? {
        if case .element(let index)? = path.first { index } else { nil }
    }
}
