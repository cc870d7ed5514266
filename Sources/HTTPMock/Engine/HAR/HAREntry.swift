import Foundation

/// A request and its response in a HAR.
package struct HAREntry: Sendable, Hashable {
    /// The position of the entry in its file, from 1; not written.
    package var number = 0
    /// The time of the request, in ISO 8601; empty if unknown.
    package var startedDateTime: String
    /// The time until the head arrived, in milliseconds.
    var wait = 0.0
    /// The time from the head to the end, in milliseconds.
    var receive = 0.0
    package var request: HARRequest
    package var response: HARResponse
    var comment: String?
    /// The member `_httpmock` of a log's entry; nil in a cassette.
    var details: OrderedJSON?
    /// The members of a connection that the response has taken over.
    var connectionMembers: [OrderedJSON.Member] = []

    package init(startedDateTime: String, request: HARRequest, response: HARResponse) {
        self.startedDateTime = startedDateTime
        self.request = request
        self.response = response
    }

    package var json: OrderedJSON {
        .object(members + connectionMembers)
    }

    private var members: [OrderedJSON.Member] {
        [
            .init("startedDateTime", .string(startedDateTime.isEmpty ? HARDate.unknown : startedDateTime)),
            .init("time", .number(wait + receive)),
            .init("request", request.json),
            .init("response", response.json),
            .init("cache", .object([])),
            .init(
                "timings",
                .line([.init("send", .integer(0)), .init("wait", .number(wait)), .init("receive", .number(receive))])),
            .init("comment", comment.map(OrderedJSON.string)),
            .init("_httpmock", details),
        ]
    }
}
