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

    /// Returns an item as an event.
    ///
    /// An ID and a type are written without their line breaks and NULs, because a line break would begin another field,
    /// and clients ignore an ID with a NUL. A retry that is no integer or is negative is left out, because clients
    /// ignore it. Without `data`, an empty line of data is written, because a block without data is no event.
    private static func event(_ item: JSONValue) -> ServerSentEvent {
        func text(_ name: String) -> String? { item[member: name].map { $0.string ?? $0.text } }
        func oneLine(_ name: String) -> String? {
            guard item[member: name] != .null, var line = text(name) else { return nil }
            line.unicodeScalars.removeAll { "\r\n\0".unicodeScalars.contains($0) }
            return line
        }
        var retry = text("retry").flatMap { Int($0) }
        if let time = retry, time < 0 { retry = nil }
        return ServerSentEvent(id: oneLine("id"), event: oneLine("event"), data: text("data") ?? "", retry: retry)
    }
}
