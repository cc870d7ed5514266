import Foundation
import HTTPMock

/// The parts of a request that count in matching, as the request spells them.
///
/// By the same rules, requests with equal spellings have equal ``RequestKey``s. Equal requests may be spelled
/// differently.
struct RequestSpelling: Hashable, Sendable {
    private let method: String
    private let url: String
    /// The values of the header fields that the rules name.
    private let headers: [String?]
    private let body: Data
    /// The media type; nil without a body.
    private let type: String?

    init(_ request: MockRequest, _ rules: MatchingRules) {
        method = request.method.rawValue
        url = request.url.absoluteString
        headers = rules.headers.map(request.header)
        body = request.body
        type = body.isEmpty ? nil : request.header("Content-Type")
    }
}
