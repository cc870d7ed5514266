import Foundation
import HTTPMock

/// The text of a document of a contract, for its value and for the lines in messages.
///
/// Created while a contract is loaded, and shared by all threads.
final class SourceDocument: Sendable {
    /// The file's name in messages: its path in the contract's folder, or the last component of a path outside.
    ///
    /// Nil for a document without a file.
    let file: String?
    private let text: Data
    /// The positions of values; nil until one is needed, because most documents cause no message.
    private let positions = Locked<DocumentPositions?>(nil)

    init(_ text: Data, file: String?) {
        self.text = DocumentEncoding.utf8(of: text)
        self.file = file
    }

    /// Returns the position of the value at a pointer, or of the nearest outer value.
    ///
    /// - Returns: nil for a text that is not YAML or has no value.
    func position(of pointer: JSONPointer) -> TextPosition? {
        if let known = positions.withLock({ $0 }) { return known.position(of: pointer) }
        guard let made = try? DocumentPositions(text) else { return nil }
        positions.withLock { $0 = made }
        return made.position(of: pointer)
    }

    /// Reads the value of the document, in JSON or YAML.
    ///
    /// - Throws: ``UnusableDocument`` with the position of the defect; without a position for a pointer of Git LFS.
    func value() throws(UnusableDocument) -> JSONValue {
        if text.starts(with: Data("version https://git-lfs".utf8)) {
            throw UnusableDocument(
                reasons: ["It is a pointer of Git LFS, not the document itself."],
                fix: "fetch the document: git lfs pull")
        }
        let first = text.first { $0 > .space }
        let mayBeJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        guard mayBeJSON else {
            switch valueOfYAML() {
            case .success(let value): return value
            case .failure(let yamlError): throw unusable("It is not YAML", yamlError)
            }
        }
        let jsonError: JSONSyntaxError
        do throws(JSONSyntaxError) {
            return try JSONValue(parsing: text, refusesRepeatedNames: true)
        } catch {
            jsonError = error
        }
        // YAML may begin with a brace too.
        switch valueOfYAML() {
        case .success(let value):
            return value
        case .failure(let yamlError):
            // Only the reader of YAML knows the position of a repeated name.
            if jsonError.reason == JSONSyntaxError.repeatedName { throw unusable("It is not JSON", yamlError) }
            let position = TextPosition(of: jsonError.offset, in: [UInt8](text)[...])
            throw unusable("It is not JSON", DocumentSyntaxError(reason: jsonError.reason, position: position))
        }
    }

    private func valueOfYAML() -> Result<JSONValue, DocumentSyntaxError> {
        do throws(DocumentSyntaxError) {
            return .success(try YAMLText(text).value)
        } catch {
            return .failure(error)
        }
    }

    private func unusable(_ summary: String, _ error: DocumentSyntaxError) -> UnusableDocument {
        UnusableDocument(
            reasons: ["\(summary): \(error.position.text(in: file)): \(error.reason)"],
            fix: "correct the document there, and load it again")
    }
}
