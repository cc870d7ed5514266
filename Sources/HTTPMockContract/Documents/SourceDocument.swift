import Foundation
import HTTPMock

/// The text of a document of a contract, for its value and for the lines in messages.
///
/// Created while a contract is loaded, and shared by all threads.
final class SourceDocument: Sendable {
    /// The file's path in the contract's folder; nil for a document without a file.
    let file: String?
    private let text: Data
    /// The positions, found for the first message, because most documents cause none.
    private let positions = Locked<DocumentPositions?>(nil)

    init(_ text: Data, file: String?) {
        self.text = DocumentEncoding.utf8(of: text)
        self.file = file
    }

    /// Returns the position of the value at a pointer, or of the nearest outer value.
    func position(of pointer: JSONPointer) -> TextPosition? {
        if let known = positions.withLock({ $0 }) { return known.position(of: pointer) }
        guard let made = try? DocumentPositions(text) else { return nil }
        positions.withLock { $0 = made }
        return made.position(of: pointer)
    }

    /// Reads the value of the document, in JSON or YAML.
    ///
    /// - Throws: ``UnusableDocument`` with the position of the defect.
    func value() throws(UnusableDocument) -> JSONValue {
        if text.starts(with: Data("version https://git-lfs".utf8)) {
            throw UnusableDocument(
                reasons: ["It is a pointer of Git LFS, not the document itself."],
                fix: "fetch the document: git lfs pull")
        }
        let first = text.first { $0 > .space }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            do throws(DocumentSyntaxError) {
                return try YAMLText(text).value
            } catch {
                throw unusable("It is not YAML", error)
            }
        }
        do throws(JSONSyntaxError) {
            return try JSONValue(parsing: text, refusesRepeatedNames: true)
        } catch let jsonError {
            // YAML may begin with a brace too, and only the reader of YAML knows the position of a repeated key.
            do throws(DocumentSyntaxError) {
                return try YAMLText(text).value
            } catch {
                guard jsonError.reason != JSONSyntaxError.repeatedName else { throw unusable("It is not JSON", error) }
                let position = TextPosition(of: jsonError.offset, in: [UInt8](text)[...])
                throw unusable("It is not JSON", DocumentSyntaxError(reason: jsonError.reason, position: position))
            }
        }
    }

    private func unusable(_ summary: String, _ error: DocumentSyntaxError) -> UnusableDocument {
        UnusableDocument(
            reasons: ["\(summary): \(error.position.text(in: file)): \(error.reason)"],
            fix: "correct the document there, and load it again")
    }
}
