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
            let variants = try graphQLVariants(of: match, request, answer)
            made.omittedCount = max(0, variants.changes.count - limit)
            made.isOmittedCountExact = variants.isExact
            made.variants = variants.changes.prefix(limit).map { change in
                let text = "\(answer.status) \(change.name)"
                // In the media type of GraphQL, an answer without data would need a status for errors.
                var type = "application/json"
                if change.answer[member: "data"] != nil { type = answer.headers["Content-Type"] ?? "" }
                return ResponseVariant(
                    name: text, change: change.text, reason: change.reason, kind: change.kind, status: answer.status,
                    mayThrow: change.mayThrow,
                    response: .variant(answer.status, answer.headers, Data(change.answer.text.utf8), type))
            }
        } catch {
            made.skipped.append("\(answer.status): \(error.reason)")
        }
        return made
    }

    /// The reason why an answer has no variants.
    private struct SkippedAnswer: Error {
        let reason: String
    }

    private func graphQLVariants(
        of match: GraphQLMatch, _ request: MockRequest, _ answer: AnsweredResponse
    ) throws(SkippedAnswer) -> GraphQLVariants {
        guard !match.isBatch else { throw SkippedAnswer(reason: "a batch is not varied") }
        guard let checked = match.operation(nil), let operation = checked.operation, let document = checked.document,
            match.requestIssues.allSatisfy(\.issue.isUndocumented)
        else { throw SkippedAnswer(reason: "the operation is not valid, or not known") }
        guard !checked.mayStream else { throw SkippedAnswer(reason: "a subscription or a stream is not varied") }
        guard let value = JSONValue(answer.body), let data = value["data"], data.members != nil,
            let shape = document.shape(of: operation, checked.variables)
        else { throw SkippedAnswer(reason: "the answer of the first run has no data") }
        let found = checked.issues(ofAnswer: value, at: [], self).first { !$0.isUndocumented }
        if let found {
            throw SkippedAnswer(
                reason: "the answer of the first run breaks the schema: \(found.path.text(after: "")): \(found.message)"
            )
        }
        let arguments = ArgumentValues(operation, checked.variables ?? [:])
        var variants = GraphQLVariants(data, shape, self, document.source, arguments, request)
        // A change that the schema does not allow is no variant.
        variants.removeChanges { change in
            !checked.issues(ofAnswer: change.answer, at: [], self).allSatisfy(\.isUndocumented)
        }
        return variants
    }
}
