import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct JSONParserStackTests {
    /// Reads a text on a thread with a stack as small as those of Dispatch.
    private func isJSON(_ text: String) async -> Bool {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: JSONValue(Data(text.utf8)) != nil) }
            thread.stackSize = 1 << 19
            thread.start()
        }
    }

    @Test(arguments: [("[", "1", "]"), (#"{"a":"#, "null", "}"), (#"[{"a":"#, "{}", "}]")])
    func nestingUpToTheLimitFitsASmallStack(opening: String, leaf: String, closing: String) async {
        let levels = opening.filter { "[{".contains($0) }.count
        let count = JSONParser.depthLimit / levels - (leaf == "{}" ? 1 : 0)
        #expect(
            await isJSON(String(repeating: opening, count: count) + leaf + String(repeating: closing, count: count)))
    }

    @Test(arguments: ["[", #"{"a":"#, #"[{"a":"#])
    func nestingBeyondTheLimitIsRejected(opening: String) async {
        #expect(await !isJSON(String(repeating: opening, count: 100_000)))
    }
}
