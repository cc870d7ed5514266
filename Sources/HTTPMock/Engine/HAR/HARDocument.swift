import Foundation

/// A document of recorded exchanges: the log of an instance, or a cassette.
///
/// - SeeAlso: [HAR 1.2](http://www.softwareishard.com/blog/har-12-spec/)
package struct HARDocument: Sendable {
    package var entries: [HAREntry]

    package init(entries: [HAREntry]) {
        self.entries = entries
    }

    /// The document as JSON, with a fixed order of members.
    package var data: Data {
        let creator = OrderedJSON.line([.init("name", .string("HTTPMock")), .init("version", .string("1.0"))])
        let log = OrderedJSON.object([
            .init("version", .string("1.2")),
            .init("creator", creator),
            .init("entries", .array(entries.map(\.json))),
        ])
        return OrderedJSON.object([.init("log", log)]).data
    }
}
