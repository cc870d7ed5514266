import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

/// `nullable: true` as the authors of documents mean it, and as it is specified.
@Suite(.bounded) struct NullableTests {
    private static func document(_ schema: String, _ version: String = "3.0.3") -> Data {
        let others = ##""N": {"type": "number"}, "M": {"type": "number", "nullable": true}"##
        return Data(
            ##"{"openapi": "\##(version)", "components": {"schemas": {"A": \##(schema), \##(others)}}}"##.utf8)
    }

    private func admitsNull(_ contract: APIContract) -> Bool {
        contract.validate(Data("null".utf8), against: "#/components/schemas/A").isEmpty
    }

    @Test(arguments: [
        ##"{"nullable": true, "allOf": [{"$ref": "#/components/schemas/N"}]}"##,
        ##"{"nullable": true, "anyOf": [{"$ref": "#/components/schemas/N"}, {"type": "string"}]}"##,
        ##"{"nullable": true, "oneOf": [{"$ref": "#/components/schemas/N"}]}"##,
        ##"{"nullable": true, "oneOf": [{"$ref": "#/components/schemas/M"}, {"$ref": "#/components/schemas/M"}]}"##,
        ##"{"nullable": true, "$ref": "#/components/schemas/N"}"##, ##"{"nullable": true, "enum": [1]}"##,
        ##"{"nullable": true, "type": "string", "enum": ["a"]}"##, ##"{"x-nullable": true, "enum": [1]}"##,
        ##"{"nullable": true, "not": {"nullable": true, "enum": [null]}}"##,
        ##"{"allOf": [{"$ref": "#/components/schemas/N"}, {"nullable": true, "description": "x"}]}"##,
    ])
    func nullIsAllowedNextToAnyKeywordWithANote(schema: String) throws {
        let contract = try APIContract(Self.document(schema))
        #expect(admitsNull(contract))
        let notes = contract.defects.filter { $0.pointer.hasPrefix("/components/schemas/A/") }
        #expect(notes.map(\.severity).allSatisfy { $0 == .note })
        #expect(notes.count { $0.pointer.hasSuffix("nullable") } == 1)
        #expect(
            notes.last?.reason == ##"null is allowed here, although the specification reads "nullable" otherwise"##)
        let specified = try APIContract(Self.document(schema), nullable: .asSpecified)
        #expect(!admitsNull(specified))
        #expect(specified.defects == [])
    }

    @Test(arguments: [
        ##"{"type": "string", "nullable": true}"##, ##"{"nullable": true}"##,
        ##"{"type": "string", "nullable": true, "enum": ["a", null]}"##,
        ##"{"nullable": true, "allOf": [{"$ref": "#/components/schemas/M"}]}"##,
    ])
    func placeThatAdmitsNullAnywayHasNoNote(schema: String) throws {
        let contract = try APIContract(Self.document(schema))
        #expect(admitsNull(contract))
        #expect(contract.defects == [])
        #expect(admitsNull(try APIContract(Self.document(schema), nullable: .asSpecified)))
    }

    @Test func otherValuesAreCheckedAsBefore() throws {
        let contract = try APIContract(
            Self.document(##"{"nullable": true, "allOf": [{"$ref": "#/components/schemas/N"}]}"##))
        #expect(contract.validate(Data(#""a""#.utf8), against: "#/components/schemas/A").count == 1)
        #expect(contract.validate(Data("1".utf8), against: "#/components/schemas/A") == [])
        let without = try APIContract(Self.document(##"{"nullable": false, "enum": [1]}"##))
        #expect(!admitsNull(without))
    }

    @Test func laterVersionHasTheKeywordWithANote() throws {
        let schema = #"{"type": "string", "nullable": true}"#
        let contract = try APIContract(Self.document(schema, "3.1.0"))
        #expect(admitsNull(contract))
        #expect(contract.defects.map(\.pointer).contains("/components/schemas/A/nullable"))
        #expect(!admitsNull(try APIContract(Self.document(schema, "3.1.0"), nullable: .asSpecified)))
    }
}
