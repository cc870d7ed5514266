import Foundation
import HTTPMock

/// Reads documents in YAML 1.2, with the core schema.
///
/// - SeeAlso: [YAML 1.2.2](https://yaml.org/spec/1.2.2/)
enum YAMLReader {
    /// Returns the value of the only document of a text; null for a text without any.
    static func value(of data: Data) throws(DocumentSyntaxError) -> JSONValue {
        try parse(data, YAMLComposer()).root ?? .null
    }

    /// Parses a text, and returns the receiver of its values.
    ///
    /// - Throws: ``DocumentSyntaxError`` at the first defect of the text, or of the receiver.
    static func parse<Receiver: YAMLReceiver>(
        _ data: Data, _ receiver: Receiver
    ) throws(DocumentSyntaxError) -> Receiver {
        let text = try YAMLText(data)
        do throws(YAMLError) {
            return try YAMLParser.parse(text, receiver)
        } catch {
            throw DocumentSyntaxError(reason: error.reason, position: text.position(of: error.offset))
        }
    }
}
