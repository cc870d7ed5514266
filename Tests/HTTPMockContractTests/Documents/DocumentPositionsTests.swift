import Foundation
import HTTPMock
import Testing

@testable import HTTPMockContract

@Suite struct DocumentPositionsTests {
    private func position(_ text: String, _ pointer: String) throws -> String {
        let pointer = try #require(JSONPointer(pointer))
        return try #require(DocumentPositions(Data(text.utf8)).position(of: pointer)).description
    }

    private static let yaml = """
        # comment
        a: &x
          b: |
            text
          "c d": [e, {f: g},
            h: i]
        j: *x
        k:
          <<: *x
          b: own
        l:
          <<: [{m: n}, *x]
        """

    @Test(arguments: [
        ("", "2:1"), ("/a", "2:1"), ("/a/b", "3:3"), ("/a/c d", "5:3"), ("/a/c d/0", "5:11"), ("/a/c d/1/f", "5:15"),
        ("/a/c d/2", "6:5"), ("/a/c d/2/h", "6:5"), ("/j", "7:1"), ("/j/b", "3:3"), ("/j/c d/1", "5:14"),
        ("/k/b", "10:3"),
        ("/k/c d", "5:3"), ("/l/m", "12:9"), ("/l/b", "3:3"), ("/a/nothing/here", "2:1"), ("/zz", "2:1"),
    ])
    func pointerIsFoundInYAML(pointer: String, expected: String) throws {
        #expect(try position(Self.yaml, pointer) == expected)
    }

    @Test(arguments: [("", "1:1"), ("/é", "2:3"), ("/é/1", "3:3"), ("/é/1/\u{1F600}", "3:4"), ("/b", "3:24")])
    func pointerIsFoundInJSON(pointer: String, expected: String) throws {
        let json = "{\r\n\t\t\"\\u00e9\": [1,\r\n\t\t{\"\\ud83d\\ude00\":2}], \"b\": null}"
        #expect(try position(json, pointer) == expected)
    }

    /// Each value of a document has a position, whatever its style.
    @Test func everyMemberOfADocumentIsFound() throws {
        let value = try JSONValue(parsing: Data(Petstore.document.utf8))
        let positions = try DocumentPositions(Data(Petstore.document.utf8))
        let lines = Petstore.document.split(separator: "\n", omittingEmptySubsequences: false)
        var work: [(JSONValue, JSONPointer)] = [(value, .root)]
        var count = 0
        while let (value, pointer) = work.popLast() {
            for (name, member) in value.members ?? [:] {
                let inner = pointer.appending(name)
                let found = try #require(positions.position(of: inner))
                #expect(lines[found.line - 1].dropFirst(found.column - 1).hasPrefix("\"\(name)\""))
                work.append((member, inner))
                count += 1
            }
            for (index, element) in (value.elements ?? []).enumerated() {
                work.append((element, pointer.appending(index)))
            }
        }
        #expect(count > 100)
    }
}
