/// An in-process HTTP mock: a real `URLSession` that answers from queued responses.
public final class HTTPMock: Sendable {
}
