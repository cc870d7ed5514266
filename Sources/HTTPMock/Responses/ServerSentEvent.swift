import Foundation

/// One event of a `text/event-stream`.
///
/// - SeeAlso: [HTML, Server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html)
public struct ServerSentEvent: Hashable, Sendable {
    /// The ID, which a client sends back as `Last-Event-ID`; without line breaks and NUL.
    public var id: String?
    /// The event's type, without line breaks and NUL; a client treats nil as `message`.
    public var event: String?
    /// The data; each line is sent as a `data` field.
    public var data: String
    /// The time in milliseconds that a client waits before it reconnects.
    public var retry: Int?

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - id: The ID, which a client sends back as `Last-Event-ID`.
    ///   - event: The event's type.
    ///   - data: The data, in one or more lines.
    ///   - retry: The time in milliseconds that a client waits before it reconnects.
    public init(id: String? = nil, event: String? = nil, data: String, retry: Int? = nil) {
        self.id = id
        self.event = event
        self.data = data
        self.retry = retry
    }

    /// The event as it is sent, with the empty line after it.
    package var text: String {
        let fields = [("event", event), ("id", id), ("retry", retry?.description)]
        var lines = fields.compactMap { name, value in value.map { "\(name): \($0)" } }
        let breaks: [Character] = ["\n", "\r", "\r\n"]
        lines += data.split(omittingEmptySubsequences: false, whereSeparator: breaks.contains).map { "data: \($0)" }
        return lines.joined(separator: "\n") + "\n\n"
    }

    /// The reason why the event can't be sent; nil if it can.
    var flaw: String? {
        let breaks = CharacterSet(charactersIn: "\r\n\0")
        for (name, value) in [("id", id), ("type", event)] where value?.rangeOfCharacter(from: breaks) != nil {
            return "an event's \(name) contains a line break or a NUL, which would end the field early. To fix this, "
                + "leave it out"
        }
        guard let retry, retry < 0 else { return nil }
        return "an event's retry is negative. To fix this, give 0 or more milliseconds"
    }
}
