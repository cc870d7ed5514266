import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct URLTextTests {
    @Test(arguments: [
        ("http://h/s?type[]=deal&q=a%20b", "http://h/s?type%5B%5D=deal&q=a%20b"),
        ("http://h/a b%20c", "http://h/a%20b%20c"), ("http://h/{a}|^`%41", "http://h/%7Ba%7D%7C%5E%60%41"),
        ("http://h/ü%C3%BC", "http://h/%C3%BC%C3%BC"), ("http://h/%zz%2F", "http://h/%25zz%2F"),
        ("http://h/%", "http://h/%25"), ("http://h/a%2", "http://h/a%252"), ("http://h/[%82]", "http://h/%5B%82%5D"),
        ("http://h/\\%2e", "http://h/%5C%2e"), ("http://h/\"<>%22", "http://h/%22%3C%3E%22"),
        ("http://h/a?b?c#d#e%20[", "http://h/a?b?c#d%23e%20%5B"), ("http://[::1]:80/[", "http://[::1]:80/%5B"),
        ("http://münchen.de:80/ü%20", "http://xn--mnchen-3ya.de:80/%C3%BC%20"),
        ("http://u ü@h/%20 ", "http://u%20%C3%BC@h/%20%20"), ("//h/[%20", "//h/%5B%20"), ("/a[%20", "/a%5B%20"),
        ("?q=[%20", "?q=%5B%20"), ("#[%20", "#%5B%20"), ("http://h?[%20", "http://h?%5B%20"), ("", ""),
    ])
    func onlyWhatMayNotStandInAURLIsEncoded(text: String, url: String) throws {
        #expect(URLText.encoded(text.utf8) == url)
        if !text.isEmpty { #expect(try #require(URL(keepingEscapesOf: text)).absoluteString == url) }
    }

    @Test func textWithABlankInItsHostIsNoURL() {
        #expect(URL(keepingEscapesOf: "http://h h/%20") == nil)
    }

    @Test func bytesThatAreNotUTF8AreEncoded() {
        let bytes = Array("http://h/".utf8) + [0x82, 0xA0] + Array("?%82=".utf8) + [0xFF]
        #expect(URLText.encoded(bytes) == "http://h/%82%A0?%82=%FF")
    }

    /// Encoding twice is encoding once, and a valid URL goes through unchanged.
    @Test(arguments: Seeds.first(20))
    func encodedTextIsUnchanged(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let parts = [
            "a", "Z", "0", "/", "//", "?", "&", "=", "+", "%20", "%2F", "%82%A0", "%", "%z", "[", "]", "{", "|", "^",
            "`", " ", "ü", ":", "@", ";", ",", "!", "~", "..", "/./", "\"", "<",
        ]
        for _ in 0..<200 {
            let text = "http://h/" + generator.text(of: parts, count: 0...8)
            let encoded = URLText.encoded(text.utf8)
            #expect(URLText.encoded(encoded.utf8) == encoded, "\(text)")
            #expect(URL(string: encoded)?.absoluteString == encoded, "\(text)")
            #expect(PercentEncoding.decode(encoded.utf8) == PercentEncoding.decode(text.utf8), "\(text)")
        }
    }

    @Test(arguments: [
        ("/15/a/../b", "/15/b"), ("/15/./b", "/15/b"), ("/15/b/..", "/15/"), ("/15/b/.", "/15/b/"),
        ("/15/%2e%2e/b", "/15/%2e%2e/b"), ("/../b", "/b"), ("/15/a/..?q=/../x", "/15/?q=/../x"),
        ("/15/...", "/15/..."), ("/15/.a/b", "/15/.a/b"), ("/15/a/..;x/b", "/15/a/..;x/b"), ("/15//../b", "/15/b"),
        ("/a/../../../b", "/b"), ("/..", "/"), ("/.", "/"), ("/a//./b", "/a//b"), ("/a/b/../", "/a/"),
        ("/a#f/../g", "/a#f/../g"), ("?x=/a/../b", "?x=/a/../b"),
    ])
    func dotSegmentsAreRemovedAsTheNativeLoaderDoes(path: String, sent: String) async throws {
        let url = try #require(URL(string: "http://h\(path)"))
        let request = MockRequest(URLRequest(url: url), url: url, body: Data())
        #expect(request.target.responseAddress.url == url)
        #if canImport(FoundationNetworking)
            #expect(request.url.absoluteString == "http://h\(sent)")
            let server = LoopbackServer { _ in .text("") }
            let native = try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)"))
            _ = try await URLSession(configuration: .ephemeral).data(from: native)
            let target = sent.prefix { $0 != "#" }
            #expect(server.requests.last?.target == (target.hasPrefix("?") ? "/\(target)" : String(target)))
        #endif
    }
}
