/// What a request is answered with, before it is known how that is carried out.
enum Answer: Sendable {
    case response(ResponseQueue.Serving)
    case passthrough
    case failure(any Error)
}
