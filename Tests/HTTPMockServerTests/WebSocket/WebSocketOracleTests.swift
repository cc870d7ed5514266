import Foundation
import TestSupport
import Testing

@testable import HTTPMockServer

/// The verdicts of wsproto on streams of frames, which `.ci/websocket-oracle` writes into a file.
@Suite(.bounded) struct WebSocketOracleTests {
    private static let path = ProcessInfo.processInfo.environment["HTTPMOCK_WEBSOCKET_STREAMS"]

    @Test(.enabled(if: path != nil)) func agreesWithTheVerdictsOfAFile() throws {
        let lines = try String(contentsOfFile: #require(Self.path), encoding: .utf8).split(separator: "\n")
        #expect(!lines.isEmpty)
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            let bytes = words[0] == "-" ? [] : Self.bytes(ofHex: words[0])
            let half = bytes.count / 2
            let whole = ReadEvent.read([bytes], limit: .max)
            let split = ReadEvent.read([Array(bytes[..<half]), Array(bytes[half...])], limit: .max)
            guard whole == split, Self.agrees(whole, with: words[1], later: words[2]) else {
                Issue.record("\(words[0]): \(Self.text(of: whole)), expected \(words[1]) or \(words[2])")
                return
            }
        }
    }

    /// Returns whether the events are those of wsproto; a mistake may be found before wsproto finds it.
    private static func agrees(_ events: [ReadEvent], with verdict: String, later: String) -> Bool {
        let found = text(of: events)
        if found == verdict { return true }
        // The code 1014 is registered, and wsproto does not know it.
        if case .close(1014, _)? = events.last { return true }
        guard case .mistake(let code)? = events.last else { return false }
        let before = text(of: events.dropLast())
        if before == verdict, found == later { return true }
        // Python's decoder notices a surrogate one byte late, when another mistake may have come first.
        let isPrefix = events.count == 1 || [verdict, later].contains { $0 == before || $0.hasPrefix(before + ";") }
        return code == 1007 && isPrefix
    }

    private static func text(of events: some Collection<ReadEvent>) -> String {
        guard !events.isEmpty else { return "-" }
        return events.map { event in
            switch event {
            case .text(let text): "t" + hex(Array(text.utf8))
            case .data(let bytes): "b" + hex(bytes)
            case .ping(let payload): "i" + hex(payload)
            case .pong(let payload): "o" + hex(payload)
            case .close(let code, let reason): "c\(code):" + hex(Array(reason.utf8))
            case .mistake(let code): "m\(code)"
            }
        }.joined(separator: ";")
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func bytes(ofHex text: String) -> [UInt8] {
        let digits = text.utf8.map { UInt8(Character(Unicode.Scalar($0)).hexDigitValue ?? 0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
