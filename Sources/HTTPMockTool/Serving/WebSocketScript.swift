import Foundation
import HTTPMock
import HTTPMockRecording
import HTTPMockServer

/// Plays the messages of a recorded WebSocket.
///
/// The server's messages are sent up to the next message of the client, and the rest after the client has sent one.
/// The times of the recording don't count.
struct WebSocketScript: Sendable {
    private typealias Content = RecordedWebSocket.Content

    private let recording: RecordedWebSocket
    private let reportDifference: @Sendable (String) -> Void

    /// Creates a script.
    ///
    /// - Parameters:
    ///   - recording: The WebSocket.
    ///   - reportDifference: Called with a sentence about a message of the client that is not as recorded.
    init(_ recording: RecordedWebSocket, reportDifference: @escaping @Sendable (String) -> Void) {
        self.recording = recording
        self.reportDifference = reportDifference
    }

    /// The response that plays the WebSocket, or the answer that refused it.
    var response: MockResponse {
        recording.refusal
            ?? .webSocket(protocols: recording.protocols) { socket in try await play(on: socket) }
    }

    private func play(on socket: HTTPMock.WebSocketConnection) async throws {
        var clientCount = 0
        for message in recording.messages {
            guard message.isFromClient else {
                try await send(message.content, on: socket)
                continue
            }
            guard let received = await socket.nextMessage().map(Content.init) else { return }
            clientCount += 1
            guard !Self.isEqual(received, message.content) else { continue }
            let (actual, expected) = (Self.shown(received), Self.shown(message.content))
            reportDifference("message \(clientCount) of the client is \(actual), recorded was \(expected)")
        }
        // An export without messages says nothing about the end, so the client ends the connection.
        if recording.messages.isEmpty { while await socket.nextMessage() != nil {} }
    }

    private func send(_ content: Content, on socket: HTTPMock.WebSocketConnection) async throws {
        switch content {
        case .text(let text): try await socket.send(text)
        case .data(let data): try await socket.send(data)
        }
    }

    /// Returns whether a message is the recorded one, in which secrets may be masked.
    private static func isEqual(_ received: Content, _ recorded: Content) -> Bool {
        switch (received, recorded) {
        case (.text(let text), .text(let known)): isEqual(Data(text.utf8), Data(known.utf8))
        case (.data(let data), .data(let known)): isEqual(data, known)
        case (.text, .data), (.data, .text): false
        }
    }

    private static func isEqual(_ received: Data, _ recorded: Data) -> Bool {
        guard received != recorded else { return true }
        let (actual, expected) = (Redaction.body(received, type: nil), Redaction.body(recorded, type: nil))
        if actual == expected { return true }
        guard let value = JSONValue(actual) else { return false }
        return value == JSONValue(expected)
    }

    private static func masked(_ text: String) -> String {
        String(decoding: Redaction.body(Data(text.utf8), type: nil), as: UTF8.self)
    }

    /// The most characters of a text in a report.
    private static let shownLimit = 100

    /// Returns the content for a report, with secrets masked.
    private static func shown(_ content: Content) -> String {
        switch content {
        case .text(let text): String(masked(text).prefix(shownLimit)).debugDescription
        case .data(let data): data.count.counted("byte")
        }
    }
}

extension RecordedWebSocket.Content {
    fileprivate init(_ message: HTTPMock.WebSocketConnection.Message) {
        switch message {
        case .text(let text): self = .text(text)
        case .data(let data): self = .data(data)
        }
    }
}
