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

        /// Whether the network did not answer.
        private let isFailure: Bool

        /// The end of the sentence that begins with "To fix this".
        package var fix: String {
            isFailure ? "reach the service, and run the test again" : "record it again: HTTPMOCK_RECORD=all"
        }

        /// The entry and the text of the difference.
        public var description: String { "\(entry): \(text)" }

        /// Compares status class, media type and, for JSON, the members and their types.
        static func all(between entry: Entry, and exchange: CompletedExchange) -> [Difference] {
            func difference(_ text: String, isNote: Bool = false, isFailure: Bool = false) -> Difference {
                Difference(entry: entry, text: text, isNote: isNote, isFailure: isFailure)
            }
            guard let status = exchange.status else {
                if entry.error != nil { return [] }
                let error = exchange.error.flatMap(HARFailure.text) ?? "no response"
                return [difference("the network failed (\(error))", isFailure: true)]
            }
            guard let recorded = entry.status else { return [difference("the status is \(status), was a failure")] }
            if status / 100 != recorded / 100 { return [difference("the status is \(status), was \(recorded)")] }
            let type = mediaType(exchange.joinedHeaders.map { HARField($0.key, $0.value) })
            let recordedType = mediaType(entry.recorded.response.playedHeaders)
            if type != recordedType {
                return [difference("the media type is \(type), was \(recordedType)")]
            }
            let body = exchange.body
            guard let old = JSONValue(entry.responseBody) else { return [] }
            guard let new = JSONValue(body) else { return [difference("the body is no JSON any more")] }
            return JSONShape(old).changes(to: JSONShape(new)).map { change in
                difference("\(change.path.isEmpty ? "the body" : change.path) \(change.text)", isNote: change.isNote)
            }
        }

        private static func mediaType(_ headers: [HARField]) -> MediaEssence {
            MediaEssence(headers.firstValue("Content-Type"))
        }
    }
}
