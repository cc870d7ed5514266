import HTTPMock

/// Writes items as the body of a sequential media type.
enum SequenceWriter {
    /// Returns the text of a body.
    static func text(of items: [JSONValue], _ notation: MediaTypeName.ItemNotation) -> String {
        items.map { item in
            switch notation {
            case .lines: "\(item.text)\n"
            case .records: "\u{1E}\(item.text)\n"
            case .events: event(item)
            }
        }.joined()
    }

    /// Returns the lines of an event, and an empty line, which ends the event.
    ///
    /// Without `data`, an empty line of data is written, because a block without data is no event.
    ///
    /// - SeeAlso: [HTML Standard §9.2.6](https://html.spec.whatwg.org/multipage/server-sent-events.html)
    private static func event(_ item: JSONValue) -> String {
        var lines = ["event", "id", "retry"].compactMap { name -> String? in
            guard let value = item[member: name], value != .null else { return nil }
            return "\(name): \(value.string ?? value.text)"
        }
        let data = item[member: "data"] ?? .string("")
        let text = data.string ?? data.text
        let breaks: [Character] = ["\n", "\r", "\r\n"]
        lines += text.split(omittingEmptySubsequences: false, whereSeparator: breaks.contains).map { "data: \($0)" }
        return lines.map { "\($0)\n" }.joined() + "\n"
    }
}
