import Foundation
import HTTPMock

/// The messages of one WebSocket for the log, which outlives the connection.
///
/// Created with the connection; may be used on any thread.
final class WebSocketTranscript: TakenConnection {
    typealias Entry = RecordedRequest.WebSocketMessage

    private struct State: Sendable {
        var messages: [Entry] = []
        var byteCount = 0
        var count = 0
    }

    private let state = Locked(State())
    private let arrival: ContinuousClock.Instant
    private let arrivalDate: Date

    private static let messageLimit = 1000
    private static let byteLimit = 1 << 20

    /// Creates the transcript of a request that has arrived.
    ///
    /// - Parameters:
    ///   - arrival: The moment from which times count.
    ///   - date: The same moment as a date.
    init(arrival: ContinuousClock.Instant, date: Date) {
        self.arrival = arrival
        arrivalDate = date
    }

    var messages: [Entry] { state.withLock { $0.messages } }
    var count: Int { state.withLock { $0.count } }

    func add(_ message: HTTPMock.WebSocketConnection.Message, _ direction: Entry.Direction) {
        let time = arrival.duration(to: .now)
        state.withLock { state in
            state.count += 1
            let isKept =
                state.messages.count < Self.messageLimit && state.byteCount + message.count <= Self.byteLimit
                && state.messages.count == state.count - 1
            guard isKept else { return }
            state.byteCount += message.count
            state.messages.append(Entry(direction: direction, message: message, time: time))
        }
    }

    // MARK: The log as a HAR

    func harURL(_ url: String) -> String {
        guard url.hasPrefix("http") else { return url }
        return "ws" + url.dropFirst(4)
    }

    var harMembers: [OrderedJSON.Member] {
        let rows = messages.map { entry in
            OrderedJSON.line([
                .init("type", .string(entry.direction == .fromClient ? "send" : "receive")),
                .init("time", .number(arrivalDate.timeIntervalSince1970 + entry.time / .seconds(1))),
                .init("opcode", .integer(Int(entry.message.opcode.rawValue))),
                .init("data", .string(entry.message.harText)),
            ])
        }
        return [.init("_resourceType", .string("websocket")), .init("_webSocketMessages", .array(rows))]
    }
}

extension HTTPMock.WebSocketConnection.Message {
    /// The text with its secrets masked, or the bytes in Base64.
    fileprivate var harText: String {
        switch self {
        case .text(let text): String(decoding: Redaction.body(Data(text.utf8), type: nil), as: UTF8.self)
        case .data(let data): data.base64EncodedString()
        }
    }
}
