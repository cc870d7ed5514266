import TestSupport
import Testing

@testable import HTTPMockServer

/// The check of text that arrives in parts, against the standard library.
@Suite(.bounded) struct UTF8CheckerTests {
    private static func isText(_ parts: [[UInt8]]) -> Bool {
        var checker = UTF8Checker()
        for part in parts {
            guard part.withUnsafeBytes({ checker.accepts($0) }) else { return false }
        }
        return checker.isAtEndOfCharacter
    }

    private static func isValid(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }

    @Test func agreesWithTheStandardLibraryOnEveryTwoBytes() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let bytes = [first, second]
                #expect(Self.isText([bytes]) == Self.isValid(bytes), "\(bytes)")
            }
        }
    }

    @Test func agreesWithTheStandardLibraryOnTheBordersOfLongerCharacters() {
        let borders: [UInt8] = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xFF]
        for first in UInt8(0xE0)...UInt8(0xFF) {
            for second in borders {
                for third in borders {
                    for bytes in [[first, second, third]] + borders.map({ [first, second, third, $0] }) {
                        #expect(Self.isText([bytes]) == Self.isValid(bytes), "\(bytes)")
                        #expect(Self.isText(bytes.map { [$0] }) == Self.isValid(bytes), "\(bytes) byte by byte")
                    }
                }
            }
        }
    }

    @Test(arguments: Seeds.first(10)) func agreesWithTheStandardLibraryOnRandomTextInParts(seed: UInt64) {
        var fuzzer = FrameFuzzer(seed: seed)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var bytes = Array(random.text(of: ["a", "hello, world", "ä", "日", "😀"], count: 0...20).utf8)
            if !bytes.isEmpty, random.pick([true, false]) {
                bytes[random.pick(bytes.indices)] = UInt8.random(in: 0...255, using: &random)
            }
            #expect(Self.isText(fuzzer.split(bytes)) == Self.isValid(bytes), "\(bytes)")
        }
    }
}
