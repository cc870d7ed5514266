/// The head of a response, before it is known how the connection carries its body.
struct WireHead: Hashable, Sendable {
    var status: Int
    var fields: [HeaderField]
}
