import HTTPMock

/// Writes items as the body of a sequential media type.
enum SequenceWriter {
    /// Returns the text of a body.
    static func text(of items: [JSONValue], _ notation: MediaTypeName.ItemNotation) -> String {
        items.map { item in
            switch notation {
            case .lines: "\(item.text)\n"
            case .records: "\u{1E}\(item.text)\n"
            case .events: event(item).text
            }
        }.joined()
    }

    /// Returns an item as an event; a retry that is no integer is left out, because clients ignore it.
    ///
    /// Without `data`, an empty line of data is written, because a block without data is no event.
    private static func event(_ item: JSONValue) -> ServerSentEvent {
        func text(_ name: String) -> String? { item[member: name].map { $0.string ?? $0.text } }
        func textUnlessNull(_ name: String) -> String? { item[member: name] == .null ? nil : text(name) }
        return ServerSentEvent(
            id: textUnlessNull("id"), event: textUnlessNull("event"), data: text("data") ?? "",
            retry: textUnlessNull("retry").flatMap { Int($0) })
    }
}
