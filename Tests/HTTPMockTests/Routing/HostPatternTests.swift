import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct HostPatternTests {
    @Test(arguments: [
        (
            "example.com", ["example.com", "EXAMPLE.com", "example.com:8080"],
            ["www.example.com", "example.com.", "xample.com"]
        ),
        ("API.Example.com", ["api.example.com"], ["example.com"]),
        ("*.example.com", ["api.example.com", ".example.com"], ["example.com", "a.b.example.com"]),
        ("api*.example.com", ["api.example.com", "api2.example.com"], ["api.x.example.com", "ap.example.com"]),
        ("**.example.com", ["example.com", "a.example.com", "a.b.example.com"], ["xexample.com", "example.com.de"]),
        ("***.example.com", ["example.com", "a.b.example.com"], ["xexample.com"]),
        ("example.**", ["example", "example.com", "example.co.uk"], ["examples.com", "www.example.com"]),
        ("a.**.b", ["a.b", "a.x.b", "a.x.y.b"], ["ab", "a.xb"]),
        ("a**b", ["ab", "axb", "a.b", "ax.y.zb"], ["a", "xab"]),
        ("*", ["h", "[::1]", "h:1"], ["a.b"]),
        ("**", ["h", "a.b.c", "[::1]", "h:1"], []),
        ("127.0.0.*", ["127.0.0.1"], ["127.0.1.1"]),
        ("[::1]", ["[::1]", "[::1]:80"], ["[::2]"]),
        ("[FE80::A]:8080", ["[fe80::a]:8080"], ["[fe80::a]", "[fe80::a]:80"]),
        ("[::ffff:*]", ["[::ffff:1.2.3.4]"], ["[::fffe:1.2.3.4]"]),
        ("h:8080", ["h:8080", "H:8080"], ["h", "h:80"]),
        ("*.h:8080", ["a.h:8080"], ["a.h", "h:8080"]),
        ("h:443", ["h", "h:443"], ["h:80"]),
        ("münchen.de", ["münchen.de", "MÜNCHEN.de", "xn--mnchen-3ya.de", "m%C3%BCnchen.de"], ["munchen.de"]),
        ("xn--mnchen-3ya.de", ["münchen.de"], []),
        ("*.m%C3%BCnchen.de", ["www.münchen.de"], ["münchen.de"]),
    ])
    func patternMatchesTheseAndNotThose(pattern: String, matched: [String], others: [String]) throws {
        let pattern = try HostPattern(pattern)
        for host in matched {
            #expect(pattern.matches(try target("https://" + host)), "\(host)")
        }
        for host in others {
            #expect(!pattern.matches(try target("https://" + host)), "\(host)")
        }
    }

    @Test func aWildcardNeverReachesIntoThePath() throws {
        let requested = try target("https://a.b/c.d")
        #expect(try !HostPattern("a**d").matches(requested))
        #expect(try !HostPattern("**.d").matches(requested))
        #expect(try HostPattern("**").matches(requested))
    }

    @Test func aDefaultPortEqualsNone() throws {
        #expect(try HostPattern("h:80").matches(target("http://h")))
        #expect(try !HostPattern("h:80").matches(target("https://h")))
        #expect(try HostPattern("h").matches(target("https://h:443")))
    }

    @Test func nameAndPortAreComparedSeparately() throws {
        let requested = try target("https://h:1")
        #expect(try HostPattern("h:2").matchesTokens(of: requested))
        #expect(try !requested.hasPort(HostPattern("h:2").port))
        #expect(try requested.hasPort(HostPattern("x:1").port))
    }

    @Test func missingHostIsMatchedOnlyByWildcards() throws {
        #expect(try HostPattern("*").matches(target("file:///p")))
        #expect(try !HostPattern("h*").matches(target("file:///p")))
    }

    @Test(arguments: [
        ("Example.COM", "example.com", 11, 0),
        ("*.example.com:8080", "*.example.com:8080", 17, 1),
        ("***.example.com", "**.example.com", 12, 2),
        ("a**b.*", "a**b.*", 3, 3),
        ("h:0443", "h:443", 5, 0),
        ("[::1]:80", "[::1]:80", 8, 0),
        ("[fe80::1%25en0]", "[fe80::1%25en0]", 13, 0),
        ("münchen.de", "xn--mnchen-3ya.de", 17, 0),
        ("a%2Ab", "a%2Ab", 3, 0),
        ("a%2Eb", "a%2Eb", 3, 0),
    ])
    func hasANormalForm(pattern: String, text: String, literals: Int, stars: Int) throws {
        let parsed = try HostPattern(pattern)
        #expect(parsed.text == text)
        #expect(parsed.literalCount == literals)
        #expect(parsed.starCount == stars)
        #expect(parsed.isExact == (stars == 0))
        #expect(try HostPattern(text) == parsed)
        #expect(try HostPattern(text).hashValue == parsed.hashValue)
    }

    @Test(arguments: [("h", "h:443"), ("h:80", "h:443"), ("*.h", "**.h"), ("a.b", "a%2Eb")])
    func differentPatternsStayApart(left: String, right: String) throws {
        #expect(try HostPattern(left) != HostPattern(right))
    }

    @Test(arguments: Seeds.first(20))
    func agreesWithTheReference(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let pattern = "a" + generator.text(of: ["a", "b", ".", "*", "**", ".**.", ".*."], count: 0...7)
            let host = "a" + generator.text(of: ["a", "b", ".", "ab"], count: 0...9)
            let expected = ReferenceGlob.host(pattern, matches: host)
            #expect(try HostPattern(pattern).matches(target("https://\(host)/a.b")) == expected, "\(pattern) \(host)")
        }
    }
}
