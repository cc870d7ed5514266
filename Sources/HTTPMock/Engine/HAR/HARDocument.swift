import Foundation

/// A document of requests with their responses: the log of an instance, or a cassette.
///
/// - SeeAlso: [HAR 1.2](http://www.softwareishard.com/blog/har-12-spec/)
package struct HARDocument: Sendable {
    package var entries: [HAREntry]
    /// The member `_test` of a log; nil in a cassette.
    var test: OrderedJSON?

    package init(entries: [HAREntry]) {
        self.entries = entries
    }

    /// The document as JSON, with a fixed order of members.
    package var data: Data {
        let creator = OrderedJSON.line(["name": .string("HTTPMock"), "version": .string("1.0")])
        let log: OrderedJSON.Members = [
            "version": .string("1.2"), "creator": creator, "_test": test,
            "entries": .array(entries.map(\.json)),
        ]
        return OrderedJSON.object(["log": .object(log)]).data
    }
}

package typealias HARField = HTTPMock.HeaderFields.Field

extension HARField {
    /// Returns the cookies that a request's header fields send, in order.
    ///
    /// - SeeAlso: [RFC 6265 §5.4](https://www.rfc-editor.org/rfc/rfc6265.html#section-5.4)
    static func cookies(sentIn headers: [HARField]) -> [HARField] {
        headers.filter { $0.name.isEqualIgnoringCase(to: "Cookie") }.flatMap { field in
            field.value.unicodeScalars.split(separator: ";").compactMap { cookie(String($0)) }
        }
    }

    /// Returns the cookies that a response's header fields set, by name and without their attributes.
    static func cookies(setIn headers: [HARField]) -> [HARField] {
        let fields = headers.filter { $0.name.isEqualIgnoringCase(to: "Set-Cookie") }
        let cookies = fields.flatMap { SetCookie.split($0.value) }.compactMap { text in
            cookie(String(String.UnicodeScalarView(text.unicodeScalars.prefix { $0 != ";" })))
        }
        return cookies.sorted { $0.name < $1.name }
    }

    private static func cookie(_ text: String) -> HARField? {
        // By scalar, because a combining mark after the sign forms one character with it.
        let scalars = text.unicodeScalars
        guard let equals = scalars.firstIndex(of: "=") else { return nil }
        let name = scalars[..<equals].drop { $0 == " " }
        return HARField(String(name), String(scalars[scalars.index(after: equals)...]))
    }
}

extension [HARField] {
    /// Returns the first value of a name, which may be in any case; nil without one.
    package func firstValue(_ name: String) -> String? {
        first { $0.name.isEqualIgnoringCase(to: name) }?.value
    }
}
