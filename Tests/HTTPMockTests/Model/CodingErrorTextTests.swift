import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct CodingErrorTextTests {
    struct Item: Decodable {
        var name: String
        var prices: [Int]
    }

    /// The text of the error that an item's decoder throws.
    private func text(_ json: String) throws -> String {
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode([String: Item].self, from: Data(json.utf8))
        }
        return Redaction.text(of: error)
    }

    @Test func missingKeyIsNamedWithItsLocation() throws {
        #expect(
            try text(#"{"a": {"prices": []}}"#) == #"DecodingError.keyNotFound: no value for the key "name" at a"#)
    }

    @Test func locationHasMembersAndIndices() throws {
        #expect(
            try text(#"{"a": {"name": "b", "prices": [1, null]}}"#).hasPrefix("DecodingError.")
                && text(#"{"a": {"name": "b", "prices": [1, "c"]}}"#).hasPrefix(
                    "DecodingError.typeMismatch: no Int at a.prices[1]: ")
        )
    }

    @Test func textThatIsNoJSONIsAtTheRoot() throws {
        #expect(try text("{").hasSuffix(" at the root"))
    }

    @Test func encodingErrorHasItsReason() {
        let context = EncodingError.Context(codingPath: [], debugDescription: "NaN is no JSON")
        let error = EncodingError.invalidValue(Double.nan, context)
        #expect(Redaction.text(of: error) == "EncodingError.invalidValue: NaN is no JSON at the root")
    }

    @Test func otherErrorsHaveNone() {
        #expect(CodingErrorText(CancellationError()) == nil)
    }
}
