import HTTPMock

/// The messages of a client that nobody has received yet, first in, first out.
struct WebSocketInbox: Sendable {
    typealias Message = HTTPMock.WebSocketConnection.Message

    private var messages: [Message] = []
    /// The index of the first message that is left, so that removing it is O(1).
    private var start = 0
    /// The bytes of the messages, and an `overhead` for each of them.
    private(set) var byteCount = 0

    /// With this ``byteCount`` or more, the inbox is full.
    static let limit = 16 << 20
    /// The bytes that a message counts besides its own, so that empty ones have a limit too.
    private static let overhead = 64
    /// With more empty places than this, the places are removed even if messages are left.
    private static let mostEmptyPlaces = 1024

    var all: [Message] { Array(messages[start...]) }
    var count: Int { messages.count - start }
    var isFull: Bool { byteCount >= Self.limit }

    mutating func append(_ message: Message) {
        messages.append(message)
        byteCount += message.count + Self.overhead
    }

    mutating func removeFirst() -> Message? {
        guard start < messages.count else { return nil }
        let message = messages[start]
        // Releases the message before its place is removed.
        messages[start] = .text("")
        byteCount -= message.count + Self.overhead
        start += 1
        if start == messages.count || start > Self.mostEmptyPlaces {
            messages.removeFirst(start)
            start = 0
        }
        return message
    }
}
