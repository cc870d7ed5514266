import TestSupport
import Testing

@testable import HTTPMockServer

/// The frames of the server, byte by byte.
@Suite(.bounded) struct WebSocketFrameWriterTests {
    private static func frame(_ opcode: WebSocketOpcode, _ count: Int) -> [UInt8] {
        var output: [UInt8] = []
        WebSocketFrameWriter.append(opcode, [UInt8](repeating: 7, count: count), to: &output)
        return output
    }

    @Test(arguments: [0, 1, 125, 126, 65_535, 65_536, 100_000]) func writesTheShortestLength(count: Int) {
        let expected = ClientFrame(opcode: 2, isMasked: false, payload: [UInt8](repeating: 7, count: count)).bytes
        #expect(Self.frame(.binary, count) == expected)
    }

    @Test func writesTheExamplesOfTheRFC() {
        var output: [UInt8] = []
        WebSocketFrameWriter.append(.text, Array("Hello".utf8), to: &output)
        #expect(output == [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
        output = []
        WebSocketFrameWriter.append(.ping, Array("Hello".utf8), to: &output)
        #expect(output == [0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
    }

    @Test func writesACloseFrameWithAndWithoutACode() {
        var output: [UInt8] = []
        WebSocketFrameWriter.appendClose(.goingAway, reason: "bye", to: &output)
        #expect(output == [0x88, 0x05, 0x03, 0xE9, 0x62, 0x79, 0x65])
        output = []
        WebSocketFrameWriter.appendClose(.noStatusReceived, reason: "", to: &output)
        #expect(output == [0x88, 0x00])
    }
}
