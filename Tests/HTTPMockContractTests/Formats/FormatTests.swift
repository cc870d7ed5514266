import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded) struct FormatTests {
    @Test(arguments: [
        (Format.dateTime, "1998-12-31T23:59:60Z"), (.dateTime, "1963-06-19t08:30:06.283185z"),
        (.dateTime, "1990-12-31T15:59:60-08:00"), (.date, "2000-02-29"), (.time, "08:30:06+00:20"),
        (.duration, "P4DT12H30M5S"), (.duration, "P2W"), (.email, "te.s~t@example.com"),
        (.email, #""a@b"@[127.0.0.1]"#),
        (.hostname, "a--b.com"), (.hostname, "xn--9n2bp8q.xn--9t4b11yi5a"), (.hostname, "xn--ll-0ea"),
        (.hostname, "xn--tda"),
        (.ipv4, "255.255.255.0"), (.ipv6, "::ffff:192.168.0.1"), (.ipv6, "1:2:3:4:5:6:7:8"), (.uri, "urn:isbn:1"),
        (.uri, "http://[v1.a:b]:80/%20?q#f"), (.uriReference, "//a/b?c"), (.uriReference, ""),
        (.uuid, "2EB8AA08-aa98-11ea-b4aa-73b441d16380"), (.byte, "YWI="), (.byte, ""), (.regex, #"(?<n>a)\k<n>"#),
        (.jsonPointer, "/a~1b/~0"),
    ])
    func formatMatches(_ format: Format, _ text: String) {
        #expect(format.matches(.string(text)))
    }

    @Test(arguments: [
        (Format.dateTime, "1998-12-31T22:59:60Z"), (.dateTime, "2020-01-01 00:00:00Z"),
        (.dateTime, "2020-01-01T00:00:00"),
        (.date, "1900-02-29"), (.date, "2020-1-1"), (.time, "24:00:00Z"), (.time, "08:30:06"), (.duration, "P1Y2D"),
        (.duration, "PT"), (.duration, "P1W1D"), (.email, "a..b@c.d"), (.email, "a@[1.2.3.256]"), (.email, "a"),
        (.hostname, "-a"), (.hostname, "a."), (.hostname, "xn--X"), (.hostname, "xn--al-0ea"),
        (.hostname, "xn---tda"), (.hostname, "xn--ypd8q"), (.hostname, "xn--a-ou4e"), (.hostname, "xn--o39al24f"),
        (.ipv4, "1.2.3.04"),
        (.ipv4, "1.2.3"), (.ipv6, "1::2::3"), (.ipv6, "12345::"), (.ipv6, "1.2.3.4::"), (.uri, "a b:c"), (.uri, "/a"),
        (.uri, "http://a:b/"), (.uriReference, "a\\b"), (.uuid, "2eb8aa08-aa98-11ea-b4aa-73b441d1638"), (.byte, "YWI"),
        (.byte, "Y==="), (.regex, "(a"), (.regex, #"\Z"#), (.jsonPointer, "a"), (.jsonPointer, "/~2"),
    ])
    func formatDiffers(_ format: Format, _ text: String) {
        #expect(!format.matches(.string(text)))
    }

    @Test func longMailboxesAreNone() {
        #expect(Format.email.matches(.string("\(String(repeating: "a", count: 64))@b.com")))
        #expect(!Format.email.matches(.string("\(String(repeating: "a", count: 65))@b.com")))
    }

    @Test func integersHaveTheirSize() {
        #expect(Format.int32.matches(.number(JSONNumber(2_147_483_647))))
        #expect(!Format.int32.matches(.number(JSONNumber(2_147_483_648))))
        #expect(Format.int64.matches(.number(JSONNumber(Int.min))))
        #expect(!Format.int64.matches(.number(JSONNumber(spelled: "9223372036854775808"))))
        #expect(!Format.int64.matches(.number(JSONNumber(spelled: "1.5"))))
    }

    @Test func everyFormatIgnoresOtherTypes() {
        for format in Format.allCases { #expect(format.matches(.bool(true))) }
    }

    @Test func formatIsAnAnnotationIfNotAsserted() throws {
        let schema = JSONValue.object(["format": .string("ipv4")])
        let (validator, root) = try SchemaValidator.compile(schema, assertsFormats: false)
        #expect(validator.violations(of: .string("a"), against: root, direction: nil).isEmpty)
    }

    @Test(arguments: [
        ("date-time", "2025-02-21T16:56:08", "a date-time with a time zone"),
        ("date-time", "2025-02-30T16:56:08", "a date-time"), ("time", "16:56:08", "a time with a time zone"),
        ("uri", "/a?b", "a uri with a scheme"), ("uri", "http://a b", "a uri"), ("date", "2025", "a date"),
    ])
    func missingPartIsNamed(format: String, text: String, expectation: String) throws {
        let document = #"{"openapi": "3.1.0", "components": {"schemas": {"A": {"format": "\#(format)"}}}}"#
        let contract = try APIContract(Data(document.utf8))
        #expect(
            contract.validate(Data(#""\#(text)""#.utf8), against: "#/components/schemas/A").map(\.message) == [
                #"expected \#(expectation), got string "\#(text)""#
            ])
    }
}
