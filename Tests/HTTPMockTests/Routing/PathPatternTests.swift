import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct PathPatternTests {
    @Test(arguments: [
        ("/user", ["/user", "/us%65r"], ["/users", "/use", "/User", "/user/", "//user", "/", ""]),
        ("user", ["/user"], ["/", "/x/user"]),
        ("", ["", "/"], ["//", "/a"]),
        ("/", ["", "/"], ["//", "/a"]),
        ("/a/", ["/a/"], ["/a", "/a//"]),
        ("//a", ["//a"], ["/a"]),
        ("/a b/ü", ["/a%20b/%C3%BC"], ["/a+b/%C3%BC", "/a%20b/%FC"]),
        ("/a%2Fb", ["/a%2Fb", "/a%2fb"], ["/a/b"]),
        ("/a/b", ["/a/b"], ["/a%2Fb"]),
        ("/%2A", ["/*", "/%2A"], ["/a", "/"]),
        ("/%2A*", ["/*", "/*a"], ["/a"]),
        ("/100%", ["/100%25"], ["/100"]),
        ("/%ZZ", ["/%25ZZ"], ["/ZZ"]),
        ("/%FF", ["/%FF"], ["/%FE", "/%EF%BF%BD"]),
        ("/*", ["/", "", "/a", "/a%2Fb", "/*"], ["/a/", "/a/b", "//"]),
        ("/a*", ["/a", "/ab"], ["/", "/a/", "/a/b"]),
        ("/*/b", ["/a/b", "//b"], ["/b", "/a/c/b"]),
        ("/*.js", ["/.js", "/a.b.js"], ["/a.json", "/a/b.js"]),
        ("/a*b*c", ["/abc", "/axxbbyyc"], ["/ab", "/axc", "/abcd"]),
        ("**", ["/", "", "/a", "/a/b/", "//"], []),
        ("/**", ["/", "", "/a", "/a/b/", "//"], []),
        ("/api/**", ["/api", "/api/", "/api/a", "/api/a/b"], ["/apis", "/", "/a/api"]),
        ("/api/***", ["/api", "/api/a/b"], ["/apis"]),
        ("/api/****", ["/api", "/api/a/b"], ["/apis"]),
        (
            "/api/**/data", ["/api/data", "/api/a/data", "/api/a/b/data", "/api//data"],
            ["/apidata", "/api/xdata", "/api"]
        ),
        ("/**/x", ["/x", "/a/x", "/a/b/x"], ["/ax", "/x/", "/"]),
        ("/**/", ["/", "/a/", "/a/b/"], ["/a", "/a/b"]),
        ("/**/**", ["/", "/a", "/a/b"], []),
        ("/a**b", ["/ab", "/axb", "/a/b", "/ax/y/zb"], ["/a", "/a/", "/xab"]),
        ("/a**/b", ["/a/b", "/ax/b", "/a/x/y/b"], ["/b", "/ab"]),
        ("/v**", ["/v", "/v1", "/v/", "/v1/x"], ["/", "/x/v"]),
        ("/**v", ["/v", "/1v", "/x/v"], ["/", "/v/"]),
        ("/users/{id}", ["/users/7", "/users/", "/users/a%2Fb"], ["/users", "/users/7/", "/users/7/x"]),
        ("/v{major}.{minor}/x", ["/v1.2/x", "/v1.2.3/x", "/v./x"], ["/v1/x", "/v1.2", "/v1/2.3/x"]),
        ("/%7Bid%7D", ["/%7Bid%7D"], ["/7"]),
    ])
    func patternMatchesTheseAndNotThose(pattern: String, matched: [String], others: [String]) throws {
        let pattern = try PathPattern(pattern)
        for path in matched {
            #expect(pattern.matches(try target("https://h" + path)), "\(path)")
        }
        for path in others {
            #expect(!pattern.matches(try target("https://h" + path)), "\(path)")
        }
    }

    @Test(arguments: [
        ("/users/{id}", "/users/7", ["id": "7"]),
        ("/users/{id}", "/users/", ["id": ""]),
        ("/users/{id}", "/posts/7", [:]),
        ("/users/{id}", "/users/a%2Fb%20c", ["id": "a/b c"]),
        ("/{a}/{b}", "/x/y", ["a": "x", "b": "y"]),
        ("/v{major}.{minor}/x", "/v1.2/x", ["major": "1", "minor": "2"]),
        ("/v{major}.{minor}/x", "/v1.2.3/x", ["major": "1", "minor": "2.3"]),
        ("/{a}-{b}-{c}", "/1-2-3-4", ["a": "1", "b": "2", "c": "3-4"]),
        ("/{a}{b}", "/xy", ["a": "", "b": "xy"]),
        ("/*/{id}", "/x/y", ["id": "y"]),
        ("/{id}/*", "/x/y", ["id": "x"]),
        ("/**/{id}", "/x/y/z", ["id": "z"]),
        ("/**/{id}", "/z", ["id": "z"]),
        ("/{first}/**", "/x/y/z", ["first": "x"]),
        ("/{first}/**/{last}", "/x/z", ["first": "x", "last": "z"]),
        ("/a**b{c}", "/a/b/b1b2", ["c": "1b2"]),
        ("/{größe}", "/%C3%BC", ["größe": "ü"]),
        ("/{id}", "/%FF", ["id": "\u{FFFD}"]),
        ("/*", "/x", [:]),
    ])
    func namesKeepWhatTheyMatched(pattern: String, path: String, expected: [String: String]) throws {
        #expect(try PathPattern(pattern).parameters(in: target("https://h" + path)) == expected)
    }

    @Test(arguments: [
        ("user", "/user", 5, 0),
        ("", "/", 1, 0),
        ("/caf%C3%A9%2F", "/café%2F", 6, 0),
        ("/a%2ab", "/a%2Ab", 4, 0),
        ("/%FFü", "/%FF%C3%BC", 3, 0),
        ("/a%3Fb%23%25", "/a%3Fb%23%25", 6, 0),
        ("/a%3A//b", "/a%3A//b", 6, 0),
        ("/%0A", "/%0A", 2, 0),
        ("/*/{id}/x", "/*/{id}/x", 4, 2),
        ("/api/***", "/api/**", 5, 2),
        ("/api/**/data", "/api/**/data", 10, 2),
        ("**", "/**", 1, 2),
        ("a****b", "/a**b", 3, 2),
    ])
    func hasANormalForm(pattern: String, text: String, literals: Int, stars: Int) throws {
        let parsed = try PathPattern(pattern)
        #expect(parsed.text == text)
        #expect(parsed.literalCount == literals)
        #expect(parsed.starCount == stars)
        #expect(parsed.isExact == (stars == 0))
        #expect(try PathPattern(text) == parsed)
        #expect(try PathPattern(text).hashValue == parsed.hashValue)
    }

    @Test(arguments: [
        ("/{id}", "/*"), ("/{id}", "/{name}"), ("/a", "/a/"), ("/a", "/A"), ("/a%2Fb", "/a/b"), ("/%2A", "/*"),
        ("/\u{e9}", "/e\u{301}"), ("/%FF", "/%FE"), ("/**/a", "/a"),
    ])
    func differentPatternsStayApart(left: String, right: String) throws {
        #expect(try PathPattern(left) != PathPattern(right))
    }

    @Test(arguments: [
        ("/users/7", "/users/8", 7), ("/users/{id}/x", "/users/8", 8), ("/users/{id}", "/users/8", 8),
        ("/**/b", "/a/c", 3), ("/b", "/a", 1), ("/a", "/a/b", 2),
    ])
    func matchedPrefixLengthMeasuresAMismatch(pattern: String, path: String, reach: Int) throws {
        #expect(try PathPattern(pattern).matchedPrefixLength(in: target("https://h" + path)) == reach)
        #expect(try HostPattern("h.x").matchedPrefixLength(in: target("https://h.y" + path)) == 3)
    }

    @Test(arguments: Seeds.first(20))
    func agreesWithTheReference(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let pattern = "/" + generator.text(of: ["a", "b", "/", "*", "**", "/**/", "/*/"], count: 0...7)
            let path = "/" + generator.text(of: ["a", "b", "/", "ab"], count: 0...9)
            let expected = ReferenceGlob.path(pattern, matches: path)
            #expect(try PathPattern(pattern).matches(target("https://h" + path)) == expected, "\(pattern) \(path)")
        }
    }

    @Test(arguments: Seeds.first(20))
    func parametersFilledInGiveThePathAgain(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let pieces = (0..<Int.random(in: 1...5, using: &generator)).map {
                "\(generator.pick(["a", "/", "b/"])){p\($0)}"
            }
            let path = "/" + generator.text(of: ["a", "b", "/", "%2F"], count: 0...9)
            let pattern = try PathPattern(pieces.joined())
            let requested = try target("https://h" + path)
            let values = pattern.parameters(in: requested)
            #expect(values.isEmpty == !pattern.matches(requested), "\(pattern.text) \(path)")
            guard !values.isEmpty else { continue }
            var filled = pattern.text
            for (name, value) in values {
                filled = filled.replacing("{\(name)}", with: value.replacing("/", with: "%2F"))
            }
            #expect(filled == path, "\(pattern.text)")
        }
    }

    @Test(arguments: Seeds.first(20))
    func theNormalFormParsesToItself(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "a", "ü", "/", "*", "**", "%2F", "%2a", "%FF", "%C3", "%25", "%", " ", ":", "%3A", ".", "%7B", "%00",
        ]
        for _ in 0..<500 {
            let text = generator.text(of: pieces, count: 0...8).replacing("://", with: "")
            let pattern = try PathPattern(text)
            let again = try PathPattern(pattern.text)
            #expect(again == pattern, "\(text)")
            #expect(again.text == pattern.text)
        }
    }

    @Test func unnamedPatternMatchesTheSame() throws {
        let pattern = try PathPattern("/{a}{b}/*/{c}")
        #expect(pattern.unnamed.tokens == pattern.tokens)
        #expect(pattern.unnamed.parameterNames == [nil, nil, nil, nil])
        #expect(try pattern.unnamed == PathPattern("/{x}{y}/{z}/*").unnamed)
        #expect(try PathPattern("/a/**").unnamed == PathPattern("/a/**"))
    }
}
