import Foundation
import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded) struct RegexMatcherTests {
    @Test(arguments: [
        (#"^\d+$"#, "09", true), (#"^\d+$"#, "٣", false), (#"^\w$"#, "é", false), (#"^\s$"#, "\u{FEFF}", true),
        (#"^\S$"#, "\u{FEFF}", false), ("a$", "a\n", false), ("^.$", "\u{85}", true), ("^.$", "\u{2028}", false),
        (#"^[a&&b]$"#, "&", true), (#"^[[a]$"#, "[", true), ("[]", "a", false), ("^[^]$", "\n", true),
        (#"^\u{1F600}$"#, "😀", true), (#"^\uD83D\uDE00$"#, "😀", true), (#"^\cA$"#, "\u{1}", true),
        ("^{a}$", "{a}", true),
        (#"^a{2,3}?$"#, "aaa", true), (#"^(?<first_one>a)\k<first_one>$"#, "aa", true), (#"\bé"#, "é", false),
        (#"^\p{Letter}$"#, "é", true), (#"^\p{Script=Greek}$"#, "α", true), (#"^[\w-]+$"#, "a-b", true),
        (#"^[a-\d]$"#, "-", true), (#"^\x41\0$"#, "A\0", true), (#"^(a)(?:b)\1$"#, "aba", true), ("", "", true),
        (#"^[\D]$"#, "1", false), (#"^a#b c$"#, "a#b c", true), (#"^\/\-\_$"#, "/-_", true),
        (#"^[^\uD800-\uDFFF]*$"#, "a-b😀", true), (#"^[\uD800-\uDFFF]*$"#, "-", false),
        (#"^[\0-\uD800]$"#, "-", true), (#"^[\0-\uD800]$"#, "\u{E000}", false),
        ("(?<a>x)|(?<a>y)", "y", true), (#"^(?:(?<a>x)|(?<a>y)(?<b>z))\k<a>$"#, "yzy", true),
        (#"^(?:(?<a>x)|(?<a>y)(?<b>z))\k<a>$"#, "yzz", false), (#"^(?<a>x)\k<a>0$"#, "xx0", true),
        (#"^(?:(?<a>x)|(?<a>y)(?<b>z)\k<b>)$"#, "yzz", true),
        // A reference to a group that has not matched matches the empty text.
        (#"^(?:(a)|b)\1$"#, "b", true), (#"^(?:(a)|b)\1$"#, "aa", true), (#"^(?:(a)|b)\1$"#, "a", false),
        (#"^(a)?\1b$"#, "b", true), (#"^(a)?\1b$"#, "aab", true), (#"^(a)?\1b$"#, "ab", false),
        (#"^\1(a)$"#, "a", true), (#"^\1(a)$"#, "aa", false), (#"^(a\1)$"#, "a", true), (#"^(a\1)$"#, "aa", false),
        (#"^(?:(?<q>['"])|)x\k<q>$"#, "x", true), (#"^(?:(?<q>['"])|)x\k<q>$"#, "'x'", true),
        (#"^(?:(?<q>['"])|)x\k<q>$"#, "'x", false), (#"^(?:(?<a>x)|(?<a>y)|z)\k<a>$"#, "z", true),
        (#"^(?!(a))b\1$"#, "b", true), (#"^(()|b)\2c$"#, "bc", true), (#"^(a)(b)?\2\1$"#, "aa", true),
        (#"^((a)|b){2}\2$"#, "bb", true), (#"^(a)\1+$"#, "aaa", true),
    ])
    func matchesAsECMAScriptDoes(_ pattern: String, _ text: String, _ isMatch: Bool) throws {
        #expect(try RegexMatcher(pattern).match(text) == (isMatch ? .matches : .differs))
    }

    @Test(arguments: [
        ("(?i)^abc$", "aBC", true), ("^(?i)abc$", "ABC", true), ("(?i)a|b", "B", true), ("(?i)^a$", "b", false),
        ("(?s)^a.b$", "a\nb", true), ("^a.b$", "a\nb", false), ("(?m)^b$", "a\nb\nc", true), ("(?im)^B$", "a\nb", true),
    ])
    func flagsAtTheBeginningCountForTheWholePattern(_ pattern: String, _ text: String, _ isMatch: Bool) throws {
        #expect(try RegexMatcher(pattern).match(text) == (isMatch ? .matches : .differs))
    }

    @Test(arguments: [
        ("^(?s:a.b)$", "a\nb", true), ("^(?s:a.).$", "a\n\n", false), ("^(?s:(a.)b).$", "a\nbc", true),
        ("^(?s:.(?-s:.))$", "\na", true), ("^(?s:.(?-s:.))$", "\n\n", false), ("(?s)^(?-s:.)$", "\n", false),
        ("^(?-s:.)(?s:.)$", "a\n", true), ("(?m:^b$)", "a\nb\nc", true), ("(?m:^b)$", "a\nb\nc", false),
        ("(?m:b$)\n(?-m:^c)", "b\nc", false), ("^(?i:A)b$", "ab", true), ("^(?i:a)B$", "ab", false),
        ("(?i)^a(?s-i:.B)$", "A\nB", true), ("(?i)^a(?s-i:.B)$", "A\nb", false),
        (#"^(?:\uD800\u{41}|b)$"#, "b", true), (#"^(?:\uD800\u{41}|b)$"#, "A", false),
    ])
    func modifiersOfAGroupCountInside(_ pattern: String, _ text: String, _ isMatch: Bool) throws {
        #expect(try RegexMatcher(pattern).match(text) == (isMatch ? .matches : .differs))
    }

    @Test(arguments: [
        ("(a", "a ( is not closed"), ("a)", "a ) closes nothing"), ("[a", "a [ is not closed"),
        ("*a", "* has nothing to repeat"),
        ("a**", "* has nothing to repeat"), ("a++", "+ has nothing to repeat"), (#"\Z"#, #"\Z is no escape"#),
        (#"\1"#, #"\1 is no group"#), ("[b-a]", "the range b-a is out of order"), ("a{3,2}", "{3,2} is out of order"),
        ("a(?i)b", "(?i) is an inline flag, which ECMA-262 has only for a group: (?i:…)"),
        ("(?x)a", "(? is followed by x"), ("(?P<n>a)", "(? is followed by P"), (#"a\"#, #"a \ ends it"#),
        (#"\u{+41}"#, #"\u{ is no character"#), (#"\u{-0}"#, #"\u{ is no character"#),
        (#"\u12"#, "an escape lacks its 4 hexadecimal digits"),
        (#"\uD800\u12"#, "an escape lacks its 4 hexadecimal digits"),
        (#"[\uDFFF-\uD800]"#, #"the range \uDFFF-\uD800 is out of order"#),
        ("(?<a>x)(?<a>y)", "two groups have the name a"), ("(?<a>x|(?<a>y))", "two groups have the name a"),
        ("(x|(?<a>y))(?:(?<a>x)|y)", "two groups have the name a"),
        ("(?<=a+)b", "NSRegularExpression can't express it"),
    ])
    func refusesOtherTexts(_ pattern: String, _ reason: String) {
        let error = #expect(throws: PatternError.self) { try RegexMatcher(pattern) }
        #expect(error?.reason == reason)
    }

    @Test(arguments: [
        "^(?:a|aa)+$", "^(?:(?:a|a)*)*$", "^(?:a|a|a)+$", "^(a+)+$", "(a|a)*b", "(a+a+)+b", "^(?=(?:a|a)+$)",
        "^(a|a)+b",
    ])
    func givesUpEndlessBacktracking(_ pattern: String) throws {
        let matcher = try RegexMatcher(pattern)
        let text = String(repeating: "a", count: 60) + "!"
        #expect(matcher.match(text) == .givenUp)
        // The rest of a long text is no reason to search longer at its beginning.
        #expect(matcher.match(text + String(repeating: "c", count: 6_000)) == .givenUp)
    }

    @Test func longTextIsNotGivenUp() throws {
        let text = String(repeating: "ab", count: 100_000)
        #expect(try RegexMatcher("(?:ab)+c|x").match(String(repeating: "ba", count: 2_000)) == .differs)
        #expect(try RegexMatcher("(a|b)c").match(text) == .differs)
        #expect(try RegexMatcher("(a|b)c").match(text + "c") == .matches)
    }

    @Test(arguments: [
        String(repeating: "(", count: 100_000),
        String(repeating: "(a|", count: 20_000) + String(repeating: ")", count: 20_000),
    ])
    func patternThatIsTooDeepIsRefused(_ pattern: String) {
        #expect(throws: PatternError.self) { try RegexMatcher(pattern) }
    }

    @Test func longPatternIsSearched() throws {
        let matcher = try RegexMatcher("^" + String(repeating: "[a-z]*", count: 20_000) + "$")
        #expect(matcher.match("aaaa") == .matches)
        #expect(matcher.match("aaa1") == .differs)
    }
}

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
