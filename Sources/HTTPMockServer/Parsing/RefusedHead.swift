import HTTPMock

/// A refusal with the part of the request that is known, for the log.
struct RefusedHead: Hashable, Sendable {
    let refusal: RequestRefusal
    /// The first line of the request, printable and not longer than 200 characters.
    let firstLine: String
    /// The head; nil if it could not be read.
    let head: RequestHead?

    init(_ refusal: RequestRefusal, firstLine: String) {
        self.refusal = refusal
        self.firstLine = String(firstLine.prefix(200))
        head = nil
    }

    init(_ refusal: RequestRefusal, of head: RequestHead) {
        self.refusal = refusal
        firstLine = String(head.line.text.prefix(200))
        self.head = head
    }
}
