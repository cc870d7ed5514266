import Foundation

/// A request and its response in a HAR.
package struct HAREntry: Sendable, Hashable {
    /// The position of the entry in its file, from 1; 0 outside of a file; not written.
    package var number = 0
    /// The time of the request, in ISO 8601; empty if unknown.
    package var startedDateTime: String
    /// The time until the head arrived, or until the end without a head, in milliseconds; 0 in a cassette.
    var wait = 0.0
    /// The time from the head to the end, in milliseconds; 0 in a cassette.
    var receive = 0.0
    package var request: HARRequest
    package var response: HARResponse
    var comment: String?
    /// The member `_httpmock` of a log's entry; nil in a cassette.
    var details: OrderedJSON?
    /// The members of a WebSocket; none in any other entry.
    var connectionMembers: OrderedJSON.Members = [:]

    package init(startedDateTime: String, request: HARRequest, response: HARResponse) {
        self.startedDateTime = startedDateTime
        self.request = request
        self.response = response
    }

    package var json: OrderedJSON {
        .object(members.adding(connectionMembers))
    }

    private var members: OrderedJSON.Members {
        [
            "startedDateTime": .string(startedDateTime.isEmpty ? HARDate.unknown : startedDateTime),
            "time": .number(wait + receive),
            "request": request.json,
            "response": response.json,
            "cache": .object([:]),
            "timings": .line(["send": .integer(0), "wait": .number(wait), "receive": .number(receive)]),
            "comment": comment.map(OrderedJSON.string),
            "_httpmock": details,
        ]
    }
}
