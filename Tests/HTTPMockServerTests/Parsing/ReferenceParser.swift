import Foundation
import HTTPMock

@testable import HTTPMockServer

/// A slow parser of requests that is easy to check by reading: the reference of the fuzz tests.
///
/// It has all bytes at once, copies freely, and spells sets of characters as the grammar does. It shares only the event
/// values with the parser under test.
struct ReferenceParser {
    private var rest: ArraySlice<UInt8>
    private let limits: HTTPMock.Server.Limits
    private var events: [ParsedEvent] = []

    private enum Stop: Error {
        case rejected(Int)
        case incomplete
    }

    static func parse(_ bytes: [UInt8], limits: HTTPMock.Server.Limits = .init()) -> [ParsedEvent] {
        var parser = ReferenceParser(rest: bytes[...], limits: limits)
        do {
            while true { try parser.parseRequest() }
        } catch Stop.rejected(let status) {
            parser.events.append(.rejection(status))
        } catch {}
        return parser.events
    }

    private init(rest: ArraySlice<UInt8>, limits: HTTPMock.Server.Limits) {
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
            if line.isEmpty { throw Stop.rejected(400) }
        }
        let (method, target, minorVersion) = try requestLine(line)
        let fields = try takeFields(size: &size)
        try checkHosts(fields, minorVersion: minorVersion)
        if case .absolute = target, fields.contains(where: { $0.name.lowercased() == "host" && $0.value.isEmpty }) {
            throw Stop.rejected(400)
        }
        let framing = try framing(fields, minorVersion: minorVersion)
        let expectations = values("expect", in: fields).filter { !$0.isEmpty }
        if expectations.contains(where: { $0 != "100-continue" }) { throw Stop.rejected(417) }
        if case .length(let count) = framing, count > limits.body { throw Stop.rejected(413) }
        let options = values("connection", in: fields)
        events.append(
            .head(
                method: method, target: target, minorVersion: minorVersion, fields: fields,
                keepsAlive: (minorVersion == 1 || options.contains("keep-alive")) && !options.contains("close"),
                expectsContinue: minorVersion == 1 && !expectations.isEmpty))
        switch framing {
        case .none: break
        case .length(let count): try takeBody(count)
        case .chunked: try takeChunks()
        }
        events.append(.end)
    }

    // MARK: Lines

    /// Rejects a request line that is not complete yet.
    private func checkRequestLine() throws {
        guard let first = rest.first else { throw Stop.incomplete }
        guard first == 13 || ByteSet.token.contains(first) else { throw Stop.rejected(400) }
        let line = rest.prefix(limits.head + 1).prefix { $0 != 10 }
        let words = line.split(separator: 32, maxSplits: 2, omittingEmptySubsequences: false)
        if words[0].count > limits.target { throw Stop.rejected(400) }
        if words.count > 1, words[1].count > limits.target { throw Stop.rejected(414) }
    }

    private mutating func takeLine(limit: Int, over status: Int, size: inout Int) throws -> ArraySlice<UInt8> {
        guard let end = rest.firstIndex(of: 10) else {
            throw size + rest.count > limit ? Stop.rejected(status) : Stop.incomplete
        }
        let line = rest[..<end]
        size += line.count + 1
        if size > limit { throw Stop.rejected(status) }
        rest = rest[(end + 1)...]
        guard line.last == 13 else { throw Stop.rejected(400) }
        return line.dropLast()
    }

    private mutating func takeFields(size: inout Int) throws -> [HeaderField] {
        var fields: [HeaderField] = []
        while true {
            let line = try takeLine(limit: limits.head, over: 431, size: &size)
            if line.isEmpty { return fields }
            if fields.count == limits.fieldCount { throw Stop.rejected(431) }
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            let value = line.dropFirst(name.count + 1)
            guard name.count < line.count, name.areAll(.token), value.areAll(.value) || value.isEmpty else {
                throw Stop.rejected(400)
            }
            fields.append(HeaderField(text(name), valueText(value.trimmed)))
        }
    }

    /// UTF-8 if it is valid, else one character a byte.
    private func valueText(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.allSatisfy { $0 < 0x80 } ? text(bytes) : String(bytes: bytes, encoding: .utf8) ?? text(bytes)
    }

    private func requestLine(_ line: ArraySlice<UInt8>) throws -> (String, RequestLine.Target, Int) {
        let words = line.split(separator: 32, omittingEmptySubsequences: false)
        guard words.count == 3, words[0].areAll(.token), words[2].count == 8 else { throw Stop.rejected(400) }
        let (method, version) = (text(words[0]), text(words[2]))
        let digits = [words[2].dropFirst(5).prefix(1), words[2].suffix(1)]
        guard version.hasPrefix("HTTP/"), version.dropFirst(6).hasPrefix("."), digits.allSatisfy({ $0.areAll(.digit) })
        else { throw Stop.rejected(400) }
        guard version.hasPrefix("HTTP/1.") else { throw Stop.rejected(505) }
        guard words[1].areAll(.target) else { throw Stop.rejected(400) }
        return (method, try target(words[1], method: method), version == "HTTP/1.0" ? 0 : 1)
    }

    private func target(_ target: ArraySlice<UInt8>, method: String) throws -> RequestLine.Target {
        // Clients send other bytes than those of a URL as they are; only the bytes beyond ASCII get escapes here.
        let text = target.map { $0 < 128 ? self.text([$0]) : String(format: "%%%02X", $0) }.joined()
        if method == "CONNECT" {
            guard isAuthority(target), ByteSet.digit.contains(target.last ?? 0), target.contains(UInt8(ascii: ":")),
                target.last != UInt8(ascii: "]")
            else { throw Stop.rejected(400) }
            return .authority(text)
        }
        if text.hasPrefix("/") { return .origin(text) }
        if text == "*", method == "OPTIONS" { return .asterisk }
        let scheme = target.prefix { ByteSet.token.contains($0) }
        let rest = target[scheme.endIndex...]
        let authority = rest.dropFirst(3).prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard scheme.prefix(1).areAll(.letter), rest.starts(with: "://".utf8), isAuthority(authority) else {
            throw Stop.rejected(400)
        }
        return .absolute(text)
    }

    private func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
        let end: Int
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")),
                isAddress(bytes[(bytes.startIndex + 1)..<bracket])
            else { return false }
            end = bracket + 1
        } else {
            end = endOfEscaped(bytes, .hostName)
            guard end > bytes.startIndex else { return false }
        }
        let port = bytes[end...]
        if port.isEmpty { return true }
        let digits = port.dropFirst()
        if digits.isEmpty { return port.first == UInt8(ascii: ":") }
        return port.first == UInt8(ascii: ":") && digits.areAll(.digit) && digits.count <= 8
            && Int(text(digits)) ?? .max <= 65_535
    }

    /// `IPv6address [ "%25" ZoneID ]` without counting its groups, or `"v" 1*HEXDIG "." 1*( hostName / ":" )`.
    private func isAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.first == UInt8(ascii: "v") || bytes.first == UInt8(ascii: "V") {
            let parts = bytes.dropFirst().split(
                separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 && parts[0].areAll(.hexadecimal) && parts[1].areAll(.futureAddress)
        }
        guard let percent = bytes.firstIndex(of: UInt8(ascii: "%")) else { return bytes.areAll(.address) }
        let zone = bytes[(percent + 1)...]
        return bytes[..<percent].areAll(.address) && zone.starts(with: "25".utf8) && zone.count > 2
            && endOfEscaped(zone.dropFirst(2), .zone) == zone.endIndex
    }

    /// The index after the characters of a set and the percent escapes at the beginning.
    private func endOfEscaped(_ bytes: ArraySlice<UInt8>, _ set: ByteSet) -> Int {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%") {
                let digits = bytes[(index + 1)...].prefix(2)
                guard digits.count == 2, digits.areAll(.hexadecimal) else { break }
                index += 3
            } else {
                guard set.contains(bytes[index]) else { break }
                index += 1
            }
        }
        return index
    }

    // MARK: Fields

    /// The elements of all fields of one name, in lower case.
    private func values(_ name: String, in fields: [HeaderField]) -> [String] {
        fields.filter { $0.name.lowercased() == name }.flatMap { field in
            Array(field.value.utf8).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                .map { String(decoding: $0.trimmed, as: UTF8.self).lowercased() }
        }
    }

    private func checkHosts(_ fields: [HeaderField], minorVersion: Int) throws {
        let hosts = fields.filter { $0.name.lowercased() == "host" }
        if hosts.count > 1 || hosts.contains(where: { !$0.value.isEmpty && !isAuthority(Array($0.value.utf8)[...]) }) {
            throw Stop.rejected(400)
        }
        if hosts.isEmpty, minorVersion == 1 { throw Stop.rejected(400) }
    }

    private func framing(_ fields: [HeaderField], minorVersion: Int) throws -> RequestHead.Framing {
        let lengths = fields.filter { $0.name.lowercased() == "content-length" }
        let hasCoding = fields.contains { $0.name.lowercased() == "transfer-encoding" }
        if lengths.count > 1 || hasCoding && (!lengths.isEmpty || minorVersion == 0) { throw Stop.rejected(400) }
        if hasCoding {
            let codings = values("transfer-encoding", in: fields)
            if codings.last != "chunked" || codings.count(where: { $0 == "chunked" }) > 1 { throw Stop.rejected(400) }
            if codings.contains(where: { !Array($0.utf8).prefix(1).areAll(.token) }) { throw Stop.rejected(400) }
            if codings.count > 1 { throw Stop.rejected(501) }
            return .chunked
        }
        guard let length = lengths.first?.value else { return .none }
        guard Array(length.utf8)[...].areAll(.digit), length.utf8.count <= 18, let count = Int(length) else {
            throw Stop.rejected(400)
        }
        return count == 0 ? .none : .length(count)
    }

    // MARK: Bodies

    private mutating func takeBody(_ count: Int) throws {
        let part = rest.prefix(count)
        if !part.isEmpty {
            if case .body(let before) = events.last {
                events[events.count - 1] = .body(before + part)
            } else {
                events.append(.body(Array(part)))
            }
        }
        rest = rest.dropFirst(part.count)
        if part.count < count { throw Stop.incomplete }
    }

    private mutating func takeChunks() throws {
        var total = 0
        while true {
            var size = 0
            // With its CRLF.
            guard let count = chunkSize(try takeLine(limit: 4096 + 2, over: 400, size: &size)) else {
                throw Stop.rejected(400)
            }
            if count == 0 {
                var size = 0
                _ = try takeFields(size: &size)
                return
            }
            total = total.addingReportingOverflow(count).overflow ? .max : total + count
            if total > limits.body { throw Stop.rejected(413) }
            try takeBody(count)
            for expected: UInt8 in [13, 10] {
                guard let byte = rest.first else { throw Stop.incomplete }
                if byte != expected { throw Stop.rejected(400) }
                rest.removeFirst()
            }
        }
    }

    /// The size in a chunk's line, `1*HEXDIG *( BWS ";" BWS token [ BWS "=" BWS ( token / quoted-string ) ] )`.
    private func chunkSize(_ line: ArraySlice<UInt8>) -> Int? {
        let digits = line.prefix { ByteSet.hexadecimal.contains($0) }
        var rest = line[digits.endIndex...]
        while !rest.isEmpty {
            rest = rest.withoutBlanks
            guard rest.popFirst() == UInt8(ascii: ";") else { return nil }
            rest = rest.withoutBlanks
            guard rest.dropPrefix(of: .token) else { return nil }
            var value = rest.withoutBlanks
            guard value.popFirst() == UInt8(ascii: "=") else { continue }
            rest = value.withoutBlanks
            guard rest.dropQuotedString() || rest.dropPrefix(of: .token) else { return nil }
        }
        return digits.isEmpty ? nil : Int(text(digits), radix: 16)
    }

    /// One character a byte.
    private func text(_ bytes: ArraySlice<UInt8>) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

/// A set of characters of the grammar.
private struct ByteSet: Sendable {
    private let isMember: [Bool]

    private init(_ ranges: ClosedRange<UInt8>..., and others: String = "", except excluded: String = "") {
        isMember = (0...255).map { (byte: UInt8) in
            (ranges.contains { $0.contains(byte) } || others.utf8.contains(byte)) && !excluded.utf8.contains(byte)
        }
    }

    func contains(_ byte: UInt8) -> Bool { isMember[Int(byte)] }

    static let digit = ByteSet(48...57)
    static let hexadecimal = ByteSet(48...57, 65...70, 97...102)
    static let letter = ByteSet(65...90, 97...122)
    static let token = ByteSet(48...57, 65...90, 97...122, and: "!#$%&'*+.^_`|~-")
    static let target = ByteSet(0x21...0x7e, 0x80...0xff, except: "#")
    static let hostName = ByteSet(48...57, 65...90, 97...122, and: "._~!$&'()*+,;=-")
    static let zone = ByteSet(48...57, 65...90, 97...122, and: "._~-")
    static let futureAddress = ByteSet(48...57, 65...90, 97...122, and: "._~!$&'()*+,;=-:")
    static let address = ByteSet(48...57, 65...70, 97...102, and: ":.")
    static let value = ByteSet(9...9, 0x20...0x7e, 0x80...0xff)
    static let quoted = ByteSet(9...9, 0x20...0x7e, 0x80...0xff, except: "\"\\")
}

extension ArraySlice<UInt8> {
    /// True if there is at least one byte, and all are in a set.
    fileprivate func areAll(_ set: ByteSet) -> Bool { !isEmpty && allSatisfy { set.contains($0) } }

    fileprivate var withoutBlanks: ArraySlice<UInt8> { drop { $0 == 32 || $0 == 9 } }

    fileprivate var trimmed: ArraySlice<UInt8> {
        var rest = withoutBlanks
        while let last = rest.last, last == 32 || last == 9 { rest.removeLast() }
        return rest
    }

    /// Removes the longest prefix of a set; false if it is empty.
    fileprivate mutating func dropPrefix(of set: ByteSet) -> Bool {
        let rest = drop { set.contains($0) }
        defer { self = rest }
        return rest.count < count
    }

    /// Removes a quoted string; false, and nothing removed, if there is none.
    fileprivate mutating func dropQuotedString() -> Bool {
        var rest = self
        guard rest.popFirst() == UInt8(ascii: "\"") else { return false }
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") {
                self = rest
                return true
            }
            if byte == UInt8(ascii: "\\") {
                guard let escaped = rest.popFirst(), ByteSet.value.contains(escaped) else { return false }
            } else {
                guard ByteSet.quoted.contains(byte) else { return false }
            }
        }
        return false
    }
}
