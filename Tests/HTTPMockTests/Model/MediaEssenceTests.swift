import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct MediaEssenceTests {
    @Test(arguments: [
        ("application/json", true), ("Application/JSON; charset=utf-8", true), ("application/problem+json", true),
        ("text/json", true), ("application/x-json", true), ("application/x-ndjson", false),
        ("application/ndjson", false), ("application/jsonl", false), ("application/json-seq", false),
        ("application/stream+json", false), ("text/plain", false), (nil, false),
    ])
    func sequenceOfJSONTextsIsNoJSONText(type: String?, isText: Bool) {
        #expect(MediaEssence(type).isJSONText == isText)
    }
}
