import Foundation
import HTTPMock

@testable import HTTPMockServer

/// A slow parser of requests that is easy to check by reading: the reference of the fuzz tests.
///
/// It has all bytes at once, copies freely, uses regular expressions where the grammar is regular, and shares no code with
/// the parser under test but the event values.
struct ReferenceParser {
    private var rest: [UInt8]
    private let limits: HTTPMock.Server.Limits
    private var events: [ParsedEvent] = []

    private enum Stop: Error {
        case refused(Int)
        case incomplete
    }

    static func parse(_ bytes: [UInt8], limits: HTTPMock.Server.Limits = .init()) -> [ParsedEvent] {
        var parser = ReferenceParser(rest: bytes, limits: limits)
        do {
            while true { try parser.parseRequest() }
        } catch Stop.refused(let status) {
            parser.events.append(.refusal(status))
        } catch {}
        return parser.events
    }

    private init(rest: [UInt8], limits: HTTPMock.Server.Limits) {
        self.rest = rest
        self.limits = limits
    }

    private mutating func parseRequest() throws {
        var size = 0
        try checkRequestLine()
        var line = try takeLine(limit: limits.head, over: 431, size: &size)
        if line.isEmpty {
            size = 0
            try checkRequestLine()
            line = try takeLine(limit: limits.head, over: 431, size: &size)
            if line.isEmpty { throw Stop.refused(400) }
        }
        let (method, target, minorVersion) = try requestLine(line)
        let fields = try takeFields(size: &size)
        let framing = try check(fields, minorVersion: minorVersion)
        let options = values("connection", in: fields)
        events.append(
            .head(
                method: method, target: target, minorVersion: minorVersion, fields: fields,
                keepsAlive: (minorVersion == 1 || options.contains("keep-alive")) && !options.contains("close"),
                expectsContinue: minorVersion == 1 && !values("expect", in: fields).isEmpty))
        switch framing {
        case .none: break
        case .length(let count): try takeBody(count)
        case .chunked: try takeChunks()
        }
        events.append(.end)
    }

    // MARK: Lines

    /// What is refused before a request line is complete.
    private func checkRequestLine() throws {
        guard let first = rest.first else { throw Stop.incomplete }
        guard text([first]).contains(/^[!#$%&'*+.^_`|~0-9A-Za-z\r-]$/) else { throw Stop.refused(400) }
        let line = Array(rest.prefix { $0 != 10 }.prefix(limits.head + 1))
        let words = line.split(separator: 32, maxSplits: 2, omittingEmptySubsequences: false)
        if words[0].count > limits.target { throw Stop.refused(400) }
        if words.count > 1, words[1].count > limits.target { throw Stop.refused(414) }
    }

    private mutating func takeLine(limit: Int, over status: Int, size: inout Int) throws -> [UInt8] {
        guard let end = rest.firstIndex(of: 10) else {
            throw size + rest.count > limit ? Stop.refused(status) : Stop.incomplete
        }
        size += end + 1
        if size > limit { throw Stop.refused(status) }
        let line = Array(rest[..<end])
        rest.removeFirst(end + 1)
        guard line.last == 13 else { throw Stop.refused(400) }
        return Array(line.dropLast())
    }

    private mutating func takeFields(size: inout Int) throws -> [HeaderField] {
        var fields: [HeaderField] = []
        while true {
            let line = try takeLine(limit: limits.head, over: 431, size: &size)
            if line.isEmpty { return fields }
            if fields.count == limits.fieldCount { throw Stop.refused(431) }
            let pattern = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\u{80}-\u{ff}]*?)[ \t]*$/
            guard let match = try pattern.wholeMatch(in: text(line)) else { throw Stop.refused(400) }
            // One character a byte here; the value is UTF-8 if it can be.
            let bytes = match.2.unicodeScalars.map { UInt8($0.value) }
            fields.append(HeaderField(String(match.1), String(bytes: bytes, encoding: .utf8) ?? String(match.2)))
        }
    }

    private func requestLine(_ line: [UInt8]) throws -> (String, RequestLine.Target, Int) {
        let words = line.split(separator: 32, omittingEmptySubsequences: false).map { text(Array($0)) }
        guard words.count == 3, words[0].contains(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/),
            words[2].contains(/^HTTP\/[0-9]\.[0-9]$/)
        else { throw Stop.refused(400) }
        guard words[2].hasPrefix("HTTP/1.") else { throw Stop.refused(505) }
        guard words[1].contains(/^(%[0-9a-fA-F]{2}|[!-~&&[^%#]])+$/) else { throw Stop.refused(400) }
        return (words[0], try target(words[1], method: words[0]), words[2] == "HTTP/1.0" ? 0 : 1)
    }

    private func target(_ text: String, method: String) throws -> RequestLine.Target {
        if method == "CONNECT" {
            guard isAuthority(text), text.contains(/:[0-9]+$/) else { throw Stop.refused(400) }
            return .authority(text)
        }
        if text.hasPrefix("/") { return .origin(text) }
        if text == "*", method == "OPTIONS" { return .asterisk }
        guard let match = text.wholeMatch(of: /([A-Za-z][!#$%&'*+.^_`|~0-9A-Za-z-]*):\/\/([^\/?]*).*/),
            isAuthority(String(match.2))
        else { throw Stop.refused(400) }
        return .absolute(text)
    }

    private func isAuthority(_ text: String) -> Bool {
        let pattern = /(\[[0-9a-fA-F:.]+\]|(%[0-9a-fA-F]{2}|[A-Za-z0-9._~!$&'()*+,;=-])+)(:([0-9]{1,8}))?/
        guard let match = text.wholeMatch(of: pattern) else { return false }
        return match.4.map { Int($0) ?? .max <= 65_535 } ?? true
    }

    // MARK: Fields

    /// The elements of all fields of one name, in lower case.
    private func values(_ name: String, in fields: [HeaderField]) -> [String] {
        fields.filter { $0.name.lowercased() == name }.flatMap { field in
            field.value.split(separator: ",", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t")).lowercased() }
        }
    }

    private func check(_ fields: [HeaderField], minorVersion: Int) throws -> RequestHead.Framing {
        let hosts = fields.filter { $0.name.lowercased() == "host" }
        if hosts.count > 1 || hosts.contains(where: { !isAuthority($0.value) }) { throw Stop.refused(400) }
        if hosts.isEmpty, minorVersion == 1 { throw Stop.refused(400) }
        let framing = try framing(fields, minorVersion: minorVersion)
        if values("expect", in: fields).contains(where: { $0 != "100-continue" }) { throw Stop.refused(417) }
        if case .length(let count) = framing, count > limits.body { throw Stop.refused(413) }
        return framing
    }

    private func framing(_ fields: [HeaderField], minorVersion: Int) throws -> RequestHead.Framing {
        let lengths = fields.filter { $0.name.lowercased() == "content-length" }
        let hasCoding = fields.contains { $0.name.lowercased() == "transfer-encoding" }
        if lengths.count > 1 || hasCoding && (!lengths.isEmpty || minorVersion == 0) { throw Stop.refused(400) }
        if hasCoding {
            let codings = values("transfer-encoding", in: fields)
            if codings.last != "chunked" || codings.count(where: { $0 == "chunked" }) > 1 { throw Stop.refused(400) }
            if codings.contains(where: { !$0.contains(/^[!#$%&'*+.^_`|~0-9a-z-]/) }) { throw Stop.refused(400) }
            if codings.count > 1 { throw Stop.refused(501) }
            return .chunked
        }
        guard let length = lengths.first?.value else { return .none }
        guard length.contains(/^[0-9]{1,18}$/), let count = Int(length) else { throw Stop.refused(400) }
        return count == 0 ? .none : .length(count)
    }

    // MARK: Bodies

    private mutating func takeBody(_ count: Int) throws {
        let part = Array(rest.prefix(count))
        if !part.isEmpty {
            if case .body(let before) = events.last {
                events[events.count - 1] = .body(before + part)
            } else {
                events.append(.body(part))
            }
        }
        rest.removeFirst(part.count)
        if part.count < count { throw Stop.incomplete }
    }

    private mutating func takeChunks() throws {
        var total = 0
        while true {
            var size = 0
            // With its CRLF.
            let line = text(try takeLine(limit: 4096 + 2, over: 400, size: &size))
            let pattern =
                #/
                ([0-9a-fA-F]+)
                ( [\ \t]* ; [\ \t]* [!\#$%&'*+.^_`|~0-9A-Za-z-]+
                  ( [\ \t]* = [\ \t]* ( [!\#$%&'*+.^_`|~0-9A-Za-z-]+
                    | "([\t\ !\#-\[\]-~\u{80}-\u{ff}]|\\[\t\ -~\u{80}-\u{ff}])*" ) )?
                )*
                /#
            guard let match = try pattern.wholeMatch(in: line) else { throw Stop.refused(400) }
            guard let count = Int(match.1, radix: 16) else { throw Stop.refused(400) }
            if count == 0 {
                var size = 0
                _ = try takeFields(size: &size)
                return
            }
            total = total.addingReportingOverflow(count).overflow ? .max : total + count
            if total > limits.body { throw Stop.refused(413) }
            try takeBody(count)
            for expected: UInt8 in [13, 10] {
                guard let byte = rest.first else { throw Stop.incomplete }
                if byte != expected { throw Stop.refused(400) }
                rest.removeFirst()
            }
        }
    }

    /// One character a byte.
    private func text(_ bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
