@testable import HTTPMockServer

/// An event of a reader, without the words of a mistake.
enum ReadEvent: Equatable, Sendable {
    case text(String)
    case data([UInt8])
    case ping([UInt8])
    case pong([UInt8])
    case close(UInt16, String)
    case mistake(UInt16)

    init(_ event: WebSocketReader.Event) {
        switch event {
        case .message(.text(let text)): self = .text(text)
        case .message(.data(let data)): self = .data(Array(data))
        case .ping(let payload): self = .ping(Array(payload))
        case .pong(let payload): self = .pong(Array(payload))
        case .close(let code, let reason): self = .close(code.rawValue, reason)
        case .mistake(let mistake): self = .mistake(mistake.code.rawValue)
        }
    }

    /// Returns what a new reader finds in bytes that arrive in parts.
    static func read(_ parts: [[UInt8]], limit: Int = 1 << 20) -> [ReadEvent] {
        var reader = WebSocketReader(limit: limit)
        var events: [ReadEvent] = []
        var rest: [UInt8] = []
        for part in parts {
            rest += part
            rest.withUnsafeBytes { buffer in
                var input = buffer
                while let event = reader.next(in: &input) { events.append(ReadEvent(event)) }
                rest = Array(input)
            }
        }
        return events
    }
}
