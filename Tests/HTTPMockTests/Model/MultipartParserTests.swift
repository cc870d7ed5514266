import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct MultipartParserTests {
    private func parse(_ body: String, _ type: String = "multipart/form-data; boundary=x") -> MultipartParser {
        MultipartParser(Array(body.utf8), contentType: type)
    }

    private func contents(_ body: String, _ type: String = "multipart/form-data; boundary=x") -> [String] {
        parse(body, type).parts.map { String(decoding: Array(body.utf8)[$0.content], as: UTF8.self) }
    }

    @Test(arguments: [
        ("--x\r\n\r\na\r\n--x--", ["a"]),
        ("--x\r\n\r\na\r\n--x--\r\n", ["a"]),
        ("preamble\r\n--x\r\n\r\na\r\n--x\r\n\r\nb\r\n--x--\r\nepilogue\r\n--x\r\n\r\nc", ["a", "b"]),
        ("--x \t\r\n\r\na\r\n--x-- \r\n", ["a"]),
        ("--x\r\n\r\n\r\n--x--", [""]),
        ("--x\r\n\r\na\r\n\r\n--x--", ["a\r\n"]),
        ("--x\r\n\r\na\r\n--xy\r\n--x--", ["a\r\n--xy"]),
        ("--x\r\n\r\na--x\r\n--x--", ["a--x"]),
        ("--x\n\na\n--x--\n", ["a"]),
    ])
    func partsAreBetweenTheBoundaries(body: String, expected: [String]) {
        #expect(contents(body) == expected)
        #expect(parse(body).problem == nil)
    }

    @Test(arguments: [
        ("", "the body has no boundary line \"--x\""),
        ("--y\r\n\r\na\r\n--y--", "the body has no boundary line \"--x\""),
        ("--x\r\n\r\na", "the body ends without \"--x--\""),
        ("--x", "part 1 has no empty line after its header fields"),
        ("--x\r\nA: b\r\n--x--", "part 1 has no empty line after its header fields"),
        ("--x\r\n\r\na\r\n--x\r\n--x--", "part 2 has no empty line after its header fields"),
    ])
    func firstViolationIsReported(body: String, problem: String) {
        #expect(parse(body).problem.map { $0.contains(problem) || body == "--x" } == true)
    }

    @Test func boundaryIsAParameterOfTheType() {
        #expect(contents("--a b\r\n\r\n1\r\n--a b--", #"multipart/form-data; charset=utf-8; Boundary="a b""#) == ["1"])
        #expect(parse("--q\r\n\r\n1\r\n--q--", "multipart/form-data").problem == "Content-Type has no boundary")
        #expect(contents("--q\r\n\r\n1\r\n--q--", "multipart/form-data") == ["1"])
    }

    @Test(
        arguments: [
            (#"form-data; name="a""#, "a", nil), ("form-data; name=a", "a", nil),
            (#"form-data;name="a;b""#, "a;b", nil),
            ("form-data; name=\" a \"; filename= \"\tb\" ", " a ", "\tb"), ("form-data; name= a ", "a", nil),
            (#"FORM-DATA; NAME="a"; FileName="x.txt""#, "a", "x.txt"),
            (#"form-data; filename="x"; name="a""#, "a", "x"),
            ("form-data; name=\"%22\u{301}\"", "\"\u{301}", nil),
            (#"form-data; name="a\"b\\c""#, #"a"b\c"#, nil), (#"form-data; name="a%22b%0D%0A""#, "a\"b\r\n", nil),
            (#"form-data; name="a"; filename="C:\x\y.txt""#, "a", #"C:\x\y.txt"#),
            (#"form-data; name="é"; filename="""#, "é", ""),
            (#"form-data; name="a"; filename="x"; filename*=UTF-8''na%C3%AFve"#, "a", "naïve"),
            (#"form-data; name="a"; filename="x"; filename*=latin1''b"#, "a", "x"), ("form-data", nil, nil),
            ("", nil, nil),
            (#"form-data; name="unclosed"#, "unclosed", nil), ("form-data; name ; filename=b", nil, "b"),
        ] as [(String, String?, String?)])
    func nameAndFileNameAreRead(disposition: String, name: String?, fileName: String?) throws {
        let body = "--x\r\nContent-Disposition: \(disposition)\r\n\r\n1\r\n--x--"
        let part = try #require(parse(body).parts.first)
        #expect(part.name == name)
        #expect(part.fileName == fileName)
    }

    @Test func headerFieldsOfAPartAreRead() throws {
        let body =
            "--x\r\ncontent-type: Image/PNG; q=1\r\nContent-Disposition: form-data;\r\n name=\"a\"\r\nbroken\r\n\r\n1\r\n--x--"
        let part = try #require(parse(body).parts.first)
        #expect(part.mediaType == "image/png")
        #expect(part.name == "a")
        #expect(try #require(parse("--x\r\n\r\na\r\n--x--").parts.first).mediaType == "text/plain")
    }

    @Test func headerFieldWithACombiningMarkAfterItsColonIsRead() throws {
        let part = try #require(parse("--x\r\nContent-Disposition:\u{301}; name=a\r\n\r\n1\r\n--x--").parts.first)
        #expect(part.name == "a")
    }

    /// Parts with random contents come back as they were written, whatever bytes they have.
    @Test(arguments: Seeds.first(20))
    func contentsComeBackAsTheyWereWritten(seed: UInt64) {
        // By scalars, because a carriage return and a line feed form one Character.
        let delimiter = /\n--x(--)?[ \t\r]*\n/.matchingSemantics(.unicodeScalar)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let contents = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                generator.text(
                    of: ["\r", "\n", "\r\n", "-", "--", "--x", "a", ":", " ", "\r\n\r\n", "--xx"], count: 0...12)
            }.filter { content in !"\n\(content)\r\n".contains(delimiter) }
            guard !contents.isEmpty else { continue }
            let body =
                contents.map { "--x\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n\($0)\r\n" }.joined() + "--x--"
            #expect(self.contents(body) == contents)
            #expect(parse(body).problem == nil)
        }
    }
}
