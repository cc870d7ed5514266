/// One exchange in a HAR.
package struct HAREntry: Sendable, Hashable {
    /// The position in the file it was read from, from 1; not written.
    package var number = 0
    /// When the request was made, in ISO 8601; empty if unknown.
    package var startedDateTime: String
    /// Milliseconds until the head arrived.
    var wait = 0.0
    /// Milliseconds from the head to the end.
    var receive = 0.0
    package var request: HARRequest
    package var response: HARResponse
    var comment: String?

    package init(startedDateTime: String, request: HARRequest, response: HARResponse) {
        self.startedDateTime = startedDateTime
        self.request = request
        self.response = response
    }

    /// The entry as it is written.
    package var json: OrderedJSON {
        var members: [OrderedJSON.Member] = [
            .init("startedDateTime", .string(startedDateTime)),
            .init("time", .number(wait + receive)),
            .init("request", request.json),
            .init("response", response.json),
            .init("cache", .object([])),
            .init(
                "timings",
                .line([.init("send", .integer(0)), .init("wait", .number(wait)), .init("receive", .number(receive))])),
        ]
        if let comment { members.append(.init("comment", .string(comment))) }
        return .object(members)
    }
}
