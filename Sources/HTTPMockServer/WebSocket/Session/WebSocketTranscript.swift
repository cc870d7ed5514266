import Foundation
import HTTPMock

/// The messages of one WebSocket for the log, which has them after the end of the connection as well.
///
/// Created with the connection; may be used on any thread.
final class WebSocketTranscript: TakenConnection {
    typealias Entry = RecordedRequest.WebSocketMessage

    private struct State: Sendable {
        var messages: [Entry] = []
        var byteCount = 0
        var count = 0
        /// The bytes that the log has not counted yet.
        var uncounted = 0
        /// True once the log has dropped the messages, after which no message is kept.
        var isForgotten = false
    }

    private let state = Locked(State())
    private let arrival: ContinuousClock.Instant
    private let arrivalDate: Date
    private let countBytes: @Sendable (Int) -> Bool

    private static let messageLimit = 1000
    private static let byteLimit = 1 << 20
    /// The fewest bytes that the log counts at once, so that few messages wait for the log's lock.
    private static let countedAtOnce = 16 << 10
    /// The bytes that a message counts besides its own, so that empty ones count too.
    private static let overhead = 64

    /// Creates the transcript of a request that has arrived.
    ///
    /// - Parameters:
    ///   - arrival: The moment from which times count.
    ///   - date: The same moment as a date.
    ///   - countBytes: Adds bytes to those of the log; returns whether the log keeps them.
    init(arrival: ContinuousClock.Instant, date: Date, countBytes: @escaping @Sendable (Int) -> Bool) {
        self.arrival = arrival
        self.countBytes = countBytes
        arrivalDate = date
    }

    var messages: [Entry] { state.withLock { $0.messages } }
    var count: Int { state.withLock { $0.count } }

    /// Adds a message.
    ///
    /// - Returns: The bytes that the log has to count, for a call of ``countInLog(_:)`` without any lock.
    func add(_ message: HTTPMock.WebSocketConnection.Message, _ direction: Entry.Direction) -> Int {
        let time = arrival.duration(to: .now)
        return state.withLock { state -> Int in
            state.count += 1
            let hasRoom =
                state.messages.count < Self.messageLimit && state.byteCount + message.count <= Self.byteLimit
            // After a message that is left out, no later one is kept.
            let isWithoutGap = state.messages.count == state.count - 1
            guard hasRoom, isWithoutGap, !state.isForgotten else { return 0 }
            state.byteCount += message.count
            state.uncounted += message.count + Self.overhead
            state.messages.append(Entry(direction: direction, message: message, time: time))
            guard state.uncounted >= Self.countedAtOnce else { return 0 }
            return exchange(&state.uncounted, with: 0)
        }
    }

    /// Lets the log count bytes, and forgets the messages if the log does not keep them.
    func countInLog(_ byteCount: Int) {
        if byteCount > 0, !countBytes(byteCount) { forget() }
    }

    func forget() {
        let forgotten = state.withLock { state in
            state.isForgotten = true
            return exchange(&state.messages, with: [])
        }
        // Released after the lock.
        withExtendedLifetime(forgotten) {}
    }

    // MARK: The log as a HAR

    var harMembers: OrderedJSON.Members {
        let rows = messages.map { entry in
            OrderedJSON.line([
                // A HAR is written from the client's side.
                "type": .string(entry.direction == .fromClient ? "send" : "receive"),
                "time": .number(arrivalDate.timeIntervalSince1970 + entry.time / .seconds(1)),
                "opcode": .integer(Int(entry.message.opcode.rawValue)),
                "data": .string(entry.message.harText),
            ])
        }
        return ["_webSocketMessages": .array(rows)]
    }
}

extension HTTPMock.WebSocketConnection.Message {
    /// The text, or the bytes in Base64, with secrets masked as in a body.
    fileprivate var harText: String {
        let masked = Redaction.body(data, type: nil)
        return switch self {
        case .text: String(decoding: masked, as: UTF8.self)
        case .data: masked.base64EncodedString()
        }
    }
}
