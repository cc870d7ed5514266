import Foundation

/// A document of recorded exchanges: the log of an instance, or a cassette.
///
/// - SeeAlso: [HAR 1.2](http://www.softwareishard.com/blog/har-12-spec/)
package struct HARDocument: Sendable {
    package var entries: [HAREntry]
    /// The member `_test` of a log; nil in a cassette.
    var test: OrderedJSON?
    /// The members `_httpmock` of a log's entries; empty in a cassette.
    var details: [OrderedJSON] = []

    package init(entries: [HAREntry]) {
        self.entries = entries
    }

    /// The document as JSON, with a fixed order of members.
    package var data: Data {
        let creator = OrderedJSON.line([.init("name", .string("HTTPMock")), .init("version", .string("1.0"))])
        var members: [OrderedJSON.Member] = [.init("version", .string("1.2")), .init("creator", creator)]
        if let test { members.append(.init("_test", test)) }
        let elements = entries.enumerated().map { index, entry in
            entry.json(details: details.isEmpty ? nil : details[index])
        }
        members.append(.init("entries", .array(elements)))
        return OrderedJSON.object([.init("log", .object(members))]).data
    }
}
