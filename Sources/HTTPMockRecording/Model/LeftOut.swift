import HTTPMock

/// The identity of an exchange that is left out of a file because of its secrets: its time, method and URL.
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
