import HTTPMock

/// A rejection with the part of the request that is known, for the log.
struct RejectedHead: Hashable, Sendable {
    var rejection: RequestRejection
    /// The first line of the request, printable and not longer than ``lineLimit``; empty if it is not known.
    let firstLine: String
    /// The head; nil if it could not be read.
    let head: RequestHead?

    /// The most characters of the first line.
    static let lineLimit = 200

    init(_ rejection: RequestRejection, firstLine: String) {
        self.rejection = rejection
        self.firstLine = String(firstLine.prefix(Self.lineLimit))
        head = nil
    }

    init(_ rejection: RequestRejection, of head: RequestHead) {
        self.rejection = rejection
        firstLine = String(head.line.text.prefix(Self.lineLimit))
        self.head = head
    }

    /// Returns the first line of bytes that may be no request, printable.
    ///
    /// Only the first ``lineLimit`` bytes are read; a byte that is not printable becomes an escape of four characters.
    static func firstLine(of bytes: some Collection<UInt8>) -> String {
        String(printable: bytes.prefix(lineLimit).prefix { $0 != .lineFeed && $0 != .carriageReturn })
    }
}
