import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct MultipartConditionTests {
    private struct Part {
        var head: String
        var content = "1"

        static func field(_ name: String, _ value: String) -> Part {
            Part(head: "Content-Disposition: form-data; name=\"\(name)\"", content: value)
        }

        static func file(_ name: String, _ fileName: String, _ type: String?, _ content: String) -> Part {
            let type = type.map { "\r\nContent-Type: \($0)" } ?? ""
            return Part(
                head: "Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(fileName)\"\(type)",
                content: content)
        }
    }

    private func mismatch(
        _ condition: RequestCondition, _ parts: [Part], type: String? = "multipart/form-data; boundary=x"
    ) throws -> String? {
        let body = parts.map { "--x\r\n\($0.head)\r\n\r\n\($0.content)\r\n" }.joined() + "--x--\r\n"
        let request = URLRequest.example("/u", method: "POST", headers: type.map { ["Content-Type": $0] } ?? [:])
        return condition.mismatch(MockRequest(request, url: try #require(request.url), body: Data(body.utf8)))
    }

    private let photo = Part.file("photo", "a.jpg", "image/jpeg", "JPEG")

    @Test func fieldsAndFilesMatchByNameFileNameTypeAndContent() throws {
        let title = "Holiday"
        let parts = [Part.field("title", title), photo]
        #expect(try mismatch(.multipart(["title": "Holiday", "photo": .file()]), parts) == nil)
        #expect(try mismatch(.multipart(["photo": .file(named: "*.jpg"), "title": "\(title)"]), parts) == nil)
        #expect(
            try mismatch(.multipart(["title": .text(title), "photo": .file(contentType: "Image/*")]), parts) == nil)
        #expect(
            try mismatch(
                .multipart(["title": .any, "photo": .file(named: "a.jpg", content: Data("JPEG".utf8))]), parts) == nil)
        #expect(try mismatch(.multipart(["title": .any, "photo": .any]), parts) == nil)
    }

    @Test func everyDifferenceIsNamed() throws {
        let parts = [Part.field("title", "x"), photo, .field("more", "1")]
        #expect(
            try mismatch(.multipart(["title": "Holiday", "photo": .file(named: "b.jpg"), "tag": "a"]), parts)
                == #"title is "x", expected "Holiday"; file photo is named "a.jpg", expected "b.jpg"; the part "tag" "a" is missing; the part "more" is not expected"#
        )
        #expect(
            try mismatch(
                .multipart(containing: ["photo": .file(contentType: "image/png", content: Data("JPE".utf8))]), parts)
                == "file photo is of type image/jpeg, expected image/png; file photo has 4 bytes, expected 3")
        #expect(
            try mismatch(.multipart(containing: ["photo": .file(content: Data("jpeg".utf8))]), parts)
                == "file photo has the expected length, but different bytes")
        #expect(
            try mismatch(.multipart(containing: ["title": .file(), "photo": "JPEG"]), parts)
                == #"title is a field, expected a file; photo is the file "a.jpg", expected a field"#)
    }

    @Test func containingAllowsMoreParts() throws {
        let parts = [Part.field("a", "1"), .field("a", "2"), .field("b", "3")]
        #expect(try mismatch(.multipart(containing: ["a": "1"]), parts) == nil)
        #expect(try mismatch(.multipart(containing: ["a": "1", "a": "2"]), parts) == nil)
        #expect(try mismatch(.multipart(["a": "1", "a": "2", "b": "3"]), parts) == nil)
        #expect(try mismatch(.multipart(["b": "3", "a": "1", "a": "2"]), parts) == nil)
        #expect(try mismatch(.multipart(["a": "1", "b": "3"]), parts) == #"the part "a" is not expected"#)
        #expect(
            try mismatch(.multipart(["a": "2", "a": "1", "b": "3"]), parts)
                == #"a is "1", expected "2"; a is "2", expected "1""#)
    }

    @Test func bodyMustBeAWellFormedForm() throws {
        let condition = RequestCondition.multipart(["a": .any])
        #expect(try mismatch(condition, [], type: nil) == "the body is not a multipart form: no Content-Type header")
        #expect(
            try mismatch(condition, [], type: "Application/JSON; a=b")
                == "the body is not a multipart form: Content-Type is application/json")
        #expect(
            try mismatch(condition, [.field("a", "1")], type: "multipart/form-data; boundary=y")
                == #"the multipart form is malformed: the body has no boundary line "--y""#)
        #expect(
            try mismatch(condition, [Part(head: "X: y"), .field("a", "1")])
                == "part 1 of the multipart form has no name")
        // A form without parts is only its last boundary.
        #expect(try mismatch(.multipart([:]), []) == nil)
    }

    @Test func secretsAreMasked() throws {
        let condition = RequestCondition.multipart([
            "password": "s3cret", "file": .file(named: "a", contentType: "b/c"),
        ])
        #expect(
            condition.description == #"multipart form is password "REDACTED", file file "a" of type b/c"#)
        #expect(condition.identity.contains("s3cret"))
        let mismatch = try mismatch(condition, [.field("password", "0ther"), .file("file", "a", "b/c", "")])
        #expect(mismatch == "password differs")
        #expect(
            RequestCondition.multipart(["a": "1", "b": "2"]).identity
                == RequestCondition.multipart(["b": "2", "a": "1"]).identity)
    }

    @Test func uploadIsAnsweredByItsForm() async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/photos", method: .post,
            when: .multipart(["title": "Holiday", "photo": .file(named: "*.jpg", contentType: "image/jpeg")]),
            responses: [.status(.created)])
        let body = [
            "--b0undary", #"Content-Disposition: form-data; name="title""#, "", "Holiday", "--b0undary",
            #"Content-Disposition: form-data; name="photo"; filename="sea.jpg""#, "Content-Type: image/jpeg", "", "…",
            "--b0undary--", "",
        ].joined(separator: "\r\n")
        let reply = try await mock.reply(
            "/photos", method: "POST", headers: ["Content-Type": "multipart/form-data; boundary=b0undary"], body: body)
        #expect(reply.status == 201)
    }
}
