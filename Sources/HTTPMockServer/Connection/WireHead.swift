import HTTPMock

/// The status and fields of a response, before the framing of its body is decided.
struct WireHead: Hashable, Sendable {
    var status: Int
    var fields: [HeaderField]
}
