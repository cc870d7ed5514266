import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct RequestTargetTests {
    struct Parts: Sendable {
        var scheme = "https"
        var host = "h"
        var port: Int? = 443
        var path = "/"
        /// The address that is matched, as a pattern that matches only this address.
        var normal = "h/"
    }

    @Test(arguments: [
        ("https://h", Parts()),
        ("https://h?x", Parts()),
        ("https://h/", Parts()),
        ("https://h/#f?x", Parts()),
        ("https://h:/", Parts()),
        ("HTTPS://API.Example.COM/A/b", Parts(host: "api.example.com", path: "/A/b", normal: "api.example.com/A/b")),
        ("http://h:8080/a/", Parts(scheme: "http", port: 8080, path: "/a/", normal: "h/a/")),
        ("http://h", Parts(scheme: "http", port: 80)),
        ("https://h:443/", Parts()),
        ("ws://h", Parts(scheme: "ws", port: 80)),
        ("wss://h", Parts(scheme: "wss")),
        ("ftp://h", Parts(scheme: "ftp", port: nil)),
        ("https://u:p@h:1/", Parts(port: 1)),
        ("https://[FE80::1]:8080/x", Parts(host: "[fe80::1]", port: 8080, path: "/x", normal: "[fe80::1]/x")),
        ("https://[::ffff:1.2.3.4]", Parts(host: "[::ffff:1.2.3.4]", normal: "[::ffff:1.2.3.4]/")),
        ("https://münchen.de", Parts(host: "xn--mnchen-3ya.de", normal: "xn--mnchen-3ya.de/")),
        ("https://M%C3%9Cnchen.DE", Parts(host: "xn--mnchen-3ya.de", normal: "xn--mnchen-3ya.de/")),
        ("https://h/a//b/../c", Parts(path: "/a//b/../c", normal: "h/a//b/../c")),
        ("https://h/a%2Fb/%2a", Parts(path: "/a%2Fb/%2a", normal: "h/a%2Fb/%2A")),
        ("https://h/caf%C3%A9", Parts(path: "/caf%C3%A9", normal: "h/café")),
        ("https://h/%FF", Parts(path: "/%FF", normal: "h/%FF")),
        ("https://h/a:b@c;d=1", Parts(path: "/a:b@c;d=1", normal: "h/a:b@c;d=1")),
        ("file:///p", Parts(scheme: "file", host: "", port: nil, path: "/p", normal: "/p")),
        ("http:///p", Parts(scheme: "http", host: "", port: 80, path: "/p", normal: "/p")),
        ("mailto:a@b.c", Parts(scheme: "mailto", host: "", port: nil, path: "a@b.c", normal: "/a@b.c")),
    ])
    func urlIsSplitIntoItsParts(url: String, expected: Parts) throws {
        let target = RequestTarget(url: try #require(URL(string: url)))
        #expect(target.scheme == expected.scheme)
        #expect(target.host == expected.host)
        #expect(target.port == expected.port)
        #expect(target.path == expected.path)
        let text = target.tokens.patternText(escaping: Set("*%/".utf8))
        #expect(text == "." + expected.normal)
    }

    @Test func aRelativeURLIsResolved() throws {
        let base = try #require(URL(string: "https://h/a/b?x=1"))
        let target = RequestTarget(url: try #require(URL(string: "c?y=2", relativeTo: base)))
        #expect(target.host == "h")
        #expect(target.path == "/a/c")
        #expect(RequestItem.inQuery(target.queryBytes).map(\.urlQueryItem) == [URLQueryItem(name: "y", value: "2")])
    }

    @Test(arguments: Seeds.first(20))
    func partsAreThoseOfFoundation(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let text =
                generator.pick(["http://", "HTTPS://", "ws://"]) + generator.pick(["", "u@", "u:p@"])
                + generator.pick(["h", "A.b", "a.b.c", "[::1]", "1.2.3.4"]) + generator.pick(["", ":", ":1", ":443"])
                + generator.pick(["", "/", "/p//q/"]) + generator.pick(["?", "#", "?#", "?a", "#?"])
            let query = generator.text(
                of: ["a", "b", "=", "&", "+", "%20", "%26", "%2B", "%zz", "%", "é", ";", "?", "/", " ", "1"],
                count: 0...8)
            guard let url = URL(string: text + query) else { continue }
            let components = try #require(URLComponents(url: url, resolvingAgainstBaseURL: true))
            let target = RequestTarget(url: url)
            #expect(target.scheme == components.scheme?.lowercased(), "\(url)")
            #expect(target.host == components.encodedHost?.lowercased(), "\(url)")
            #expect(target.port == components.port ?? (target.scheme == "https" ? 443 : 80), "\(url)")
            #expect(
                target.path == (components.percentEncodedPath.isEmpty ? "/" : components.percentEncodedPath), "\(url)")
            #expect(RequestItem.inQuery(target.queryBytes).map(\.urlQueryItem) == components.queryItems ?? [], "\(url)")
        }
    }

    /// The tokens against Foundation's parts: host labels in lower case, path segments percent-decoded one by one.
    @Test(arguments: Seeds.first(20))
    func tokensAreTheDecodedPartsOfFoundation(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let host = generator.pick(["h", "A.b.C", "1.2.3.4", "xn--mnchen-3ya.de", "a-b.c_d"])
            let path = generator.text(
                of: [
                    "/", "//", "a", "B", "%2F", "%2f", "%20", "%C3%A9", "%FF", "%2A", "*", ".", "..", ";", "=", ":",
                    "@", "{",
                ],
                count: 0...10)
            guard let url = URL(string: "https://\(host):8\(path.hasPrefix("/") || path.isEmpty ? "" : "/")\(path)"),
                let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
            else { continue }
            var expected: [PatternToken] = []
            for label in try #require(components.encodedHost).lowercased().split(separator: ".") {
                expected += [.hostSeparator] + label.utf8.map(PatternToken.byte)
            }
            let encodedPath = components.percentEncodedPath.isEmpty ? "/" : components.percentEncodedPath
            for segment in encodedPath.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
                expected += [.pathSeparator] + Self.decoded(segment).map(PatternToken.byte)
            }
            let target = RequestTarget(url: url)
            #expect(target.tokens == expected, "\(url)")
            #expect(target.tokens[..<target.hostEnd].allSatisfy { $0 != .pathSeparator }, "\(url)")
        }
    }

    /// Decodes a segment the obvious way.
    private static func decoded(_ segment: Substring) -> [UInt8] {
        let parts = segment.split(separator: "%", omittingEmptySubsequences: false)
        return Array(parts[0].utf8)
            + parts.dropFirst().flatMap { [UInt8($0.prefix(2), radix: 16) ?? 0] + $0.dropFirst(2).utf8 }
    }

    @Test(arguments: [
        ("https://h", []),
        ("https://h?", []),
        ("https://h?a+b=c+d", [URLQueryItem(name: "a+b", value: "c+d")]),
        ("https://h?a&a=", [URLQueryItem(name: "a", value: nil), URLQueryItem(name: "a", value: "")]),
        ("https://h#?a", []),
    ])
    func queryItemsAreFoundations(url: String, expected: [URLQueryItem]) throws {
        let target = RequestTarget(url: try #require(URL(string: url)))
        #expect(RequestItem.inQuery(target.queryBytes).map(\.urlQueryItem) == expected)
    }
}
