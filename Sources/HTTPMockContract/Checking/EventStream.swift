import Foundation
import HTTPMock

/// The events of an event stream, as objects with the fields of each event.
///
/// - SeeAlso: [HTML Standard §9.2.6](https://html.spec.whatwg.org/multipage/server-sent-events.html)
struct EventStream {
    private(set) var events: [JSONValue] = []
    /// The fields of the event that is being read, without `data`.
    private var fields: JSONObject = [:]
    /// The lines of the event's `data`.
    private var data: [Substring] = []

    /// Reads the events of a body.
    ///
    /// A byte order mark is no part of the first line. Blocks without `data`, and a last block without an empty line
    /// after it, are no events.
    init(_ body: Data) {
        var text = String(decoding: body, as: UTF8.self)
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        let withLineFeeds = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        // The text after the last line break is no line, so it ends no event.
        for line in withLineFeeds.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.isEmpty {
                endEvent()
            } else {
                read(line)
            }
        }
    }

    private mutating func endEvent() {
        if !data.isEmpty {
            fields["data"] = .string(data.joined(separator: "\n"))
            events.append(.object(fields))
        }
        fields = [:]
        data = []
    }

    private mutating func read(_ line: Substring) {
        var (name, value) = line.divided(at: ":")
        // As a scalar, because a combining mark after the space forms one character with it.
        if value.unicodeScalars.first == " " { value.unicodeScalars.removeFirst() }
        switch name {
        case "data": data.append(value)
        case "event": fields["event"] = .string(String(value))
        case "id" where !value.unicodeScalars.contains("\0"): fields["id"] = .string(String(value))
        case "retry" where !value.isEmpty && value.utf8.allSatisfy(\.isDigit):
            fields["retry"] = .number(JSONNumber(spelled: String(value)))
        default: break
        }
    }
}
