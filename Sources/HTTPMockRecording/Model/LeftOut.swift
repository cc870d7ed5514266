import HTTPMock

/// The time, method and URL of an exchange that was left out of a file because of its secrets.
struct LeftOut: Hashable, Sendable {
    private let startedDateTime: String
    private let method: String
    private let url: String

    init(_ entry: HAREntry) {
        startedDateTime = entry.startedDateTime
        method = entry.request.method
        url = entry.request.url
    }
}
