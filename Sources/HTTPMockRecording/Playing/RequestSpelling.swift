import Foundation
import HTTPMock

/// The parts of a request that may count in matching, as the request spells them.
///
/// By the same rules, requests with equal spellings have equal ``RequestKey``s. Equal requests may be spelled
/// differently.
struct RequestSpelling: Hashable, Sendable {
    private let method: String
    private let url: String
    /// The values of the header fields that the rules name.
    private let headers: [ExactText?]
    private let body: Data
    /// The media type; nil without a body or a `Content-Type`.
    private let type: ExactText?

    init(_ request: MockRequest, _ rules: MatchingRules) {
        method = request.method.rawValue
        url = request.url.absoluteString
        headers = rules.headers.map { Self.field($0, of: request) }
        body = request.body
        type = body.isEmpty ? nil : Self.field("Content-Type", of: request)
    }

    private static func field(_ name: String, of request: MockRequest) -> ExactText? {
        request.header(name).map { ExactText($0) }
    }
}
