import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// Replaces the secrets of files whose members have another shape than the format's.
@Suite(.bounded) struct FileRedactionTests {
    @Test(arguments: [
        #""headers":{"X-Api-Key":"hunter2hunter2"}"#, #""headers":[{"X-Api-Key":"hunter2hunter2"}]"#,
        #""cookies":{"session":"hunter2hunter2"}"#, #""headerFields":{"X-Api-Key":"hunter2hunter2"}"#,
        #""headerFields":["X-Api-Key: hunter2hunter2"]"#, #""content":"token=hunter2hunter2""#,
        #""content":{"mimeType":"application/json","encoding":"base64","text":"{\"password\":\"hunter2hunter2\" }"}"#,
        #""content":{"mimeType":"application/json","text":{"password":"hunter2hunter2"}}"#,
        #""data":{"password":"hunter2hunter2"}"#, #""_webSocketMessages":{"password":"hunter2hunter2"}"#,
    ])
    func memberOfAnotherShapeIsRedacted(member: String) {
        let file = #"{"log":{"entries":[{"request":{"url":"https://a.com/"},"response":{\#(member)}}]}}"#
        let redacted = String(decoding: FileRedaction(Data(file.utf8)).data, as: UTF8.self)
        #expect(redacted == file.replacing("hunter2hunter2", with: "REDACTED-1"))
    }
}
