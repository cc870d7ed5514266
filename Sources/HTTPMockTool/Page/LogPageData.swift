import Foundation
import HTTPMock

/// The entries of a file as the JSON that the script of the page reads.
///
/// Each entry is written when it is made, so that the page is never in memory twice.
struct LogPageData {
    /// The most bytes of one body in the page.
    static let bodyLimit = 64 << 10
    /// The most bytes of a page's bodies, so that a browser can open the page.
    static let totalLimit = 48 << 20

    private let file: LogFile
    private let limit: Int

    /// Creates the data of a page.
    ///
    /// - Parameters:
    ///   - file: The file that the page shows.
    ///   - limit: The most bytes of all bodies.
    init(_ file: LogFile, limit: Int = totalLimit) {
        self.file = file
        self.limit = limit
    }

    /// Appends the JSON, in which no text can end the script element around the JSON.
    func write(to data: inout Data) {
        let name = file.url.lastPathComponent
        append(#"{"file":\#(JSONValue.string(name).text),"#, to: &data)
        append(#""test":\#((file.test ?? .null).text),"entries":["#, to: &data)
        var total = 0
        for (index, entry) in file.entries.enumerated() {
            if index > 0 { append(",", to: &data) }
            append(value(of: entry, total: &total).text, to: &data)
        }
        append("]}", to: &data)
    }

    /// Appends JSON with each less-than sign as an escape.
    private func append(_ json: String, to data: inout Data) {
        let lessThan = UInt8(ascii: "<")
        let parts = Array(json.utf8).split(separator: lessThan, omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index > 0 { data += Data("\\u003c".utf8) }
            data += part
        }
    }

    /// Returns an entry's members, with short names because a page has many entries.
    private func value(of entry: LogEntry, total: inout Int) -> JSONValue {
        let annotation = entry.annotation
        var members: JSONObject = [
            "n": number(entry.number), "t": .string(entry.startedDateTime), "m": .string(entry.method),
            "u": .string(entry.url), "s": number(entry.status), "st": .string(entry.statusText),
            "mt": .string(entry.mimeType), "sz": number(entry.wireSize), "tm": number(entry.time),
            "w": number(entry.wait), "r": number(entry.receive), "o": .string(outcome(of: entry)),
            "qh": fields(entry.requestHeaders), "sh": fields(entry.responseHeaders), "d": annotation ?? .object([:]),
        ]
        let phases = entry.phases.map(\.duration)
        // Written only if a phase before `wait` and `receive` took time; otherwise, these two are the members `w` and
        // `r`.
        let takesTimeBefore = phases.dropLast(2).contains { $0 > 0 }
        if takesTimeBefore { members["ph"] = .array(phases.map { number($0) }) }
        for (name, cookies) in [("qc", entry.requestCookies), ("sc", entry.responseCookies)] where !cookies.isEmpty {
            members[name] = .array(cookies.map { cookie in .array(cookie.map { .string($0) }) })
        }
        members["a"] = entry.clockStart.map { number($0) }
        members["c"] = entry.comment.map { .string($0) }
        members["e"] = entry.error.map { .string($0) }
        // The log of a test is not meant to be played.
        if annotation == nil { members["p"] = entry.problem.map { .string($0) } }
        members["qb"] = body(
            entry.requestBody, entry.requestType, of: entry, isCut: entry.isRequestCut, total: &total)
        members["sb"] = body(entry.responseBody, entry.mimeType, of: entry, isCut: entry.isResponseCut, total: &total)
        if let messages = entry.messages {
            members["ws"] = .array(messages.map { value(of: $0, in: entry, total: &total) })
        }
        return .object(members)
    }

    /// Returns a message as a body with a direction and a time.
    private func value(of message: LogEntry.Message, in entry: LogEntry, total: inout Int) -> JSONValue {
        var members: JSONObject = ["size": .number(JSONNumber(0))]
        if case .object(let body)? = body(message.bytes, "", of: entry, isCut: false, total: &total) { members = body }
        members["up"] = .bool(message.isFromClient)
        members["t"] = number(message.time)
        return .object(members)
    }

    /// Returns the outcome that a log names; for other entries, `failed` or `recorded`.
    private func outcome(of entry: LogEntry) -> String {
        let known = ["mocked", "unmocked", "passthrough", "failed", "refused", "unfinished"]
        if let outcome = entry.annotation?["outcome"]?.string, known.contains(outcome) { return outcome }
        if entry.status <= 0 || entry.error != nil { return "failed" }
        return "recorded"
    }

    private func fields(_ fields: [HARField]) -> JSONValue {
        .array(fields.map { .array([.string($0.name), .string($0.value)]) })
    }

    private func number(_ value: some CustomStringConvertible) -> JSONValue {
        JSONValue(Data("\(value)".utf8)) ?? .null
    }

    /// Returns the shown part of a body, with the reason if it is not whole.
    private func body(
        _ bytes: Data, _ type: String, of entry: LogEntry, isCut: Bool, total: inout Int
    ) -> JSONValue? {
        guard !bytes.isEmpty else { return nil }
        let keptLimit = min(Self.bodyLimit, max(limit - total, 0))
        let original = bytes.prefix(keptLimit)
        let part = Redaction.body(original, type: type.isEmpty ? nil : type)
        total += part.count
        var members: JSONObject = [
            "size": number(bytes.count), "type": .string(type), "kept": number(original.count),
        ]
        let isCutByPage = bytes.count > keptLimit
        if let text = text(part, isWhole: !isCutByPage) {
            members["text"] = .string(text)
        } else {
            members["base64"] = .string(part.base64EncodedString())
        }
        // Secrets are masked here, or were masked when the file was written.
        if part != original || String(decoding: part, as: UTF8.self).contains(Redaction.mask) {
            members["masked"] = .bool(true)
        }
        members["cut"] = reasonForCut(isCutByLog: isCut, isCutByPage: isCutByPage, entry).map { .string($0) }
        return .object(members)
    }

    /// Returns the reason why a body is not whole; nil if it is.
    private func reasonForCut(isCutByLog: Bool, isCutByPage: Bool, _ entry: LogEntry) -> String? {
        let position = "\(file.url.lastPathComponent), entry \(entry.number)"
        if isCutByLog {
            let reason = "The log's limit cut it; see the limit of recorded bodies."
            guard isCutByPage else { return reason }
            return "\(reason) More of it is in \(position)."
        }
        guard isCutByPage else { return nil }
        return "It is whole in \(position)."
    }

    /// Returns the bytes as text; nil if they are not UTF-8, or are likely no text.
    ///
    /// A character that the limit cut is left out.
    private func text(_ bytes: Data, isWhole: Bool) -> String? {
        // Up to three bytes of a character may be left.
        let mostDropped = isWhole ? 0 : min(3, bytes.count)
        for dropped in 0...mostDropped {
            guard let text = String(data: bytes.dropLast(dropped), encoding: .utf8) else { continue }
            // The control characters before the tab are in no text.
            let tab: UInt32 = 9
            if text.unicodeScalars.contains(where: { $0.value < tab }) { return nil }
            // An exporter writes this character for bytes that are not UTF-8. A longer text is shown even so, because
            // it may have one such character by itself.
            if isWhole, text.unicodeScalars.contains("\u{FFFD}") { return nil }
            return text
        }
        return nil
    }
}
