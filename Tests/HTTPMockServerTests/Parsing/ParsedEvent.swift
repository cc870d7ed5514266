import HTTPMock
import TestSupport

@testable import HTTPMockServer

/// An event of a parser as a value, with the parts of one body joined.
enum ParsedEvent: Hashable {
    case head(
        method: String, target: RequestLine.Target, minorVersion: Int, fields: [HeaderField], keepsAlive: Bool,
        expectsContinue: Bool)
    case body([UInt8])
    case end
    case rejection(Int)
}

extension ParsedEvent {
    init(_ head: RequestHead) {
        self = .head(
            method: head.line.method, target: head.line.target, minorVersion: head.line.minorVersion,
            fields: head.fields, keepsAlive: head.keepsAlive, expectsContinue: head.expectsContinue)
    }

    /// Runs the parser over some bytes that arrive in parts.
    static func parse(_ parts: [[UInt8]], limits: HTTPMock.Server.Limits = .init()) -> [ParsedEvent] {
        var parser = RequestParser(limits: limits)
        var events: [ParsedEvent] = []
        var pending: [UInt8] = []
        for part in parts {
            pending += part
            let rest = pending.withUnsafeBytes { buffer in
                var rest = buffer
                while let event = parser.next(in: &rest) { events.add(event) }
                return rest.count
            }
            pending.removeFirst(pending.count - rest)
        }
        return events
    }

    static func parse(_ bytes: [UInt8], limits: HTTPMock.Server.Limits = .init()) -> [ParsedEvent] {
        parse([bytes], limits: limits)
    }
}

extension [ParsedEvent] {
    fileprivate mutating func add(_ event: RequestParser.Event) {
        switch event {
        case .head(let head): append(ParsedEvent(head))
        case .body(let bytes):
            if case .body(let before) = last {
                self[count - 1] = .body(before + [UInt8](bytes))
            } else {
                append(.body([UInt8](bytes)))
            }
        case .end: append(.end)
        case .rejection(let rejected): append(.rejection(rejected.rejection.status))
        }
    }

    /// The status of the first rejection; nil if there is none.
    var rejectionStatus: Int? {
        for case .rejection(let status) in self { return status }
        return nil
    }
}
