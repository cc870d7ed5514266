import Foundation
import TestSupport
import Testing

@testable import HTTPMock
@testable import HTTPMockServer

@Suite struct RequestAddressTests {
    private static let hosts = [
        "h", "A.b", "api.example.com", "1.2.3.4", "[::1]", "[FE80::1%25eth0]", "münchen.de", "a_b", "a%20b", "xn--p1ai",
        "-", "a..b", "a.", "~a", "h'",
    ]
    private static let parts = [
        "/", "a", "Z", "0", "-", ".", "..", "_", "~", "?", "&", "=", "+", ":", "//", "/../", "%41", "%", "é", " ", "#",
        "[",
        "|", "\\", "@", ";", "!", "*", "\"",
    ]

    /// An address of a port becomes a URL only when it is read, and must be the URL that is made of its whole text.
    @Test(arguments: Seeds.first(20))
    func addressIsTheURLOfItsText(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let text =
                generator.pick(["http://", "https://"]) + generator.pick(Self.hosts) + generator.pick(["", ":8080"])
            guard let origin = try? Origin(text) else { continue }
            let path = generator.pick(["/", ""]) + generator.text(of: Self.parts, count: 0...8)
            let expected = URL(keepingEscapesOf: origin.text + path)
            let address = RequestAddress(origin: origin.text, path: path)
            #expect(address?.url == expected)
            #expect(address?.text == expected?.absoluteString)
        }
    }
}
