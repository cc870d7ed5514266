import Foundation

/// One event of a `text/event-stream`.
///
/// - SeeAlso: [HTML, Server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html)
public struct ServerSentEvent: Hashable, Sendable {
    /// What the client sends back as `Last-Event-ID`; no line breaks and no NUL.
    public var id: String?
    /// The event's type, `message` to the client where there is none; no line breaks.
    public var event: String?
    /// The data; each of its lines is sent as one.
    public var data: String
    /// How long the client waits before it connects anew, in milliseconds.
    public var retry: Int?

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - id: What the client sends back as `Last-Event-ID`.
    ///   - event: The event's type.
    ///   - data: The data, in one or more lines.
    ///   - retry: How long the client waits before it connects anew, in milliseconds.
    public init(id: String? = nil, event: String? = nil, data: String, retry: Int? = nil) {
        self.id = id
        self.event = event
        self.data = data
        self.retry = retry
    }

    /// The event as it is sent, the empty line at its end included.
    var text: String {
        var lines: [String] = []
        if let event { lines.append("event: \(event)") }
        if let id { lines.append("id: \(id)") }
        if let retry { lines.append("retry: \(retry)") }
        let unified = data.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
        lines += unified.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)" }
        return lines.joined(separator: "\n") + "\n\n"
    }

    /// What keeps the event from being sent, if anything.
    var problem: String? {
        let breaks = CharacterSet(charactersIn: "\r\n\0")
        for (name, value) in [("id", id), ("type", event)] where value?.rangeOfCharacter(from: breaks) != nil {
            return "an event's \(name) holds a line break or a NUL, which would end it there. Leave it out"
        }
        return retry.map { $0 < 0 } == true ? "an event's retry is negative. Give milliseconds, 0 or more" : nil
    }
}
