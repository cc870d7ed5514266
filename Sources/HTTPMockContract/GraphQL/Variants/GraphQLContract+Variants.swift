import Foundation
import HTTPMock

extension GraphQLContract {
    package func variants(
        of request: MockRequest, server: String?, answer: AnsweredResponse, limit: Int
    ) -> ResponseVariants {
        let checker = GraphQLChecker(
            contract: self, undocumented: .allow, endpoint: GraphQLEndpoint(server ?? "/graphql"))
        guard case .graphQL(let match) = checker.match(CheckedRequest(request)) else { return ResponseVariants() }
        var made = ResponseVariants()
        made.operation = match.name(of: nil)
        do throws(SkippedAnswer) {
            let result = try changes(of: match, request, answer, limit: limit)
            made.omittedCount = result.omittedCount
            made.isOmittedCountExact = result.isExact
            made.variants = result.changes.map { variant($0, of: answer) }
        } catch {
            made.skipped.append("\(answer.status): \(error.reason)")
        }
        return made
    }

    private func variant(_ change: GraphQLVariants.Change, of answer: AnsweredResponse) -> ResponseVariant {
        // In the media type of GraphQL, an answer without data would need a status for errors.
        var type = "application/json"
        if change.answer[member: "data"] != nil { type = answer.headers["Content-Type"] ?? "" }
        return ResponseVariant(
            name: "\(answer.status) \(change.name)", change: change.text, reason: change.reason, kind: change.kind,
            status: answer.status, mayThrow: change.mayThrow,
            response: .variant(answer.status, answer.headers, Data(change.answer.text.utf8), type))
    }

    /// The reason why an answer has no variants.
    private struct SkippedAnswer: Error {
        let reason: String
    }

    private func changes(
        of match: GraphQLMatch, _ request: MockRequest, _ answer: AnsweredResponse, limit: Int
    ) throws(SkippedAnswer) -> GraphQLVariants.Result {
        guard !match.isBatch else { throw SkippedAnswer(reason: "a batch is not varied") }
        guard let checked = match.operation(nil), let operation = checked.answeredOperation,
            let document = checked.answeredDocument, match.requestIssues.allSatisfy(\.issue.isUndocumented)
        else { throw SkippedAnswer(reason: "the operation is not valid, or not known") }
        guard !checked.mayStream else { throw SkippedAnswer(reason: "a subscription or a stream is not varied") }
        guard let value = JSONValue(answer.body), let data = value["data"], data.members != nil,
            let shape = checked.answeredShape
        else { throw SkippedAnswer(reason: "the answer of the first run has no data") }
        let breach = checked.issues(ofAnswer: value, at: [], self).first { !$0.isUndocumented }
        if let breach {
            throw SkippedAnswer(
                reason:
                    "the answer of the first run breaks the schema: \(breach.path.text(after: "")): \(breach.message)"
            )
        }
        let arguments = ArgumentValues(operation, checked.variables)
        let variants = GraphQLVariants(data, shape, self, document.source, arguments, request)
        // A change that the schema does not allow is no variant.
        return variants.changes(limit: limit) { change in
            checked.issues(ofAnswer: change.answer, at: [], self).allSatisfy(\.isUndocumented)
        }
    }
}
