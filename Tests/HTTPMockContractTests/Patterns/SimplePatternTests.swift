import Foundation
import TestSupport
import Testing

@testable import HTTPMockContract

/// The reference is `NSRegularExpression` with the same pattern.
@Suite(.bounded) struct SimplePatternTests {
    private static let atoms = [
        "a", "b", "-", "é", "😀", ".", "[a-c]", "[^a]", "[ab-]", #"\d"#, #"\w"#, #"[\d.]"#, #"\."#, #"[^\w-]"#, "[é-ü]",
        "0",
        #"\-"#, "[[a]", " ",
    ]
    private static let repetitions = ["", "", "", "*", "+", "?", "{2}", "{1,2}", "{2,}", "{0}", "*?", "{0,1}?"]

    @Test(arguments: Seeds.first(50))
    func searchIsThatOfTheReference(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            var source = generator.pick(["", "^"])
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                source += generator.pick(Self.atoms) + generator.pick(Self.repetitions)
            }
            source += generator.pick(["", "$"])
            let pattern = try #require(SimplePattern(source), "\(source)")
            let reference = try NSRegularExpression(pattern: ECMAScriptPattern.translated(source))
            for _ in 0..<10 {
                let characters = ["a", "b", "c", "-", "é", "😀", "0", ".", "[", "\n", "\u{2028}"]
                let text = generator.text(of: characters, count: 0...6)
                let range = NSRange(location: 0, length: text.utf16.count)
                let isMatch = reference.firstMatch(in: text, range: range) != nil
                #expect(pattern.matches(text) == isMatch, "\(source) in \(text.debugDescription)")
            }
        }
    }

    @Test(arguments: [
        "(a)", "a|b", "a^", "$a", #"\bx"#, #"\s"#, #"\u0061"#, "[]", "[^]", #"[\w-a]"#, #"\1"#, "{a}", #"[\b]"#,
        "(?:a)",
        #"\p{L}"#, #"[a-\d]"#,
    ])
    func otherPatternsAreLeftToTheReference(source: String) {
        #expect(SimplePattern(source) == nil)
    }

    @Test func hugeRepetitionsEnd() throws {
        let text = String(repeating: "a", count: 100_000)
        let pattern = try #require(SimplePattern("^a*a*a*a{99999999999999999999,}a*$"))
        #expect(!pattern.matches(text))
        #expect(try #require(SimplePattern("a*a*a*a*b?$")).matches(text))
    }
}
