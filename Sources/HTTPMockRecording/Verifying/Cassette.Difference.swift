import Foundation
import HTTPMock

extension Cassette {
    /// A difference in shape between a recorded response and the network's.
    public struct Difference: Sendable, Hashable, CustomStringConvertible {
        /// The entry that differs.
        public let entry: Entry
        /// The text of the difference, as in `user.name is gone`.
        public let text: String
        /// Whether the difference is harmless: a new member, or a value that was null.
        public let isNote: Bool

        /// The entry and the text of the difference.
        public var description: String { "\(entry): \(text)" }

        /// Compares status class, media type and, for JSON, the members and their types.
        static func all(between entry: Entry, and exchange: PassedExchange) -> [Difference] {
            func difference(_ text: String, isNote: Bool = false) -> Difference {
                Difference(entry: entry, text: text, isNote: isNote)
            }
            guard let status = exchange.status else {
                if entry.error != nil { return [] }
                let error = exchange.error.flatMap(HARFailure.text) ?? "no response"
                return [difference("the network failed (\(error))")]
            }
            guard let recorded = entry.status else { return [difference("the status is \(status), was a failure")] }
            if status / 100 != recorded / 100 { return [difference("the status is \(status), was \(recorded)")] }
            let type = mediaType(exchange.headers.map { HARField($0.key, $0.value) })
            let response = entry.recorded.response
            // Some exporters leave out header fields, but keep the media type of the body.
            let isTyped = response.headers.firstValue("Content-Type") != nil || response.body.bytes.isEmpty
            let recordedType = isTyped ? mediaType(response.headers) : response.body.knownType.map(essence)
            if type != recordedType {
                return [difference("the media type is \(type ?? "missing"), was \(recordedType ?? "missing")")]
            }
            let body = exchange.chunks.reduce(into: Data()) { $0 += $1 }
            guard let old = JSONValue(entry.responseBody) else { return [] }
            guard let new = JSONValue(body) else { return [difference("the body is no JSON any more")] }
            return JSONShape(old).changes(to: JSONShape(new)).map { change in
                difference("\(change.path.isEmpty ? "the body" : change.path) \(change.text)", isNote: change.isNote)
            }
        }

        /// The media type without parameters.
        private static func mediaType(_ headers: [HARField]) -> String? {
            headers.firstValue("Content-Type").map(essence)
        }

        private static func essence(_ type: String) -> String {
            type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        }
    }
}
