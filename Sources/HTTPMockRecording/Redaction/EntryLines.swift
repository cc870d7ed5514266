import Foundation
import HTTPMock

/// The lines where the entries of a file and their parts begin.
package struct EntryLines {
    private var lines: [Int] = []
    private var entries: [JSONSpan] = []
    private let bytes: [UInt8]

    /// Finds the entries of a HAR or of Stubborn Network's JSON, both valid JSON.
    package init(_ file: Data) {
        bytes = Array(file)
        let root = JSONSpan(bytes)
        var (line, lineStart) = (1, 0)
        entries = root?.elements ?? root?["log"]?["entries"]?.elements ?? []
        for entry in entries {
            bytes.countLines(to: entry.range.lowerBound, &line, &lineStart)
            lines.append(line)
        }
    }

    /// The line of an entry; nil if there is no such entry.
    ///
    /// - Parameter number: The position in the file, from 1.
    package subscript(number: Int) -> Int? {
        guard lines.indices.contains(number - 1) else { return nil }
        return lines[number - 1]
    }

    /// A part of an entry.
    package enum Part: Hashable, Sendable {
        case url, requestBody, responseBody
        /// A header field of the request, with the number of earlier fields of its name.
        case requestHeader(String, after: Int = 0)
        /// A header field of the response, with the number of earlier fields of its name.
        case responseHeader(String, after: Int = 0)
    }

    /// The line of a part; nil if there is no such entry.
    ///
    /// The line is that of the entry if the part is missing, and for a header field of Stubborn Network's JSON.
    ///
    /// - Parameters:
    ///   - number: The entry's position in the file, from 1.
    ///   - part: The part.
    package subscript(number: Int, part: Part) -> Int? {
        guard var line = self[number] else { return nil }
        let entry = entries[number - 1]
        let (request, response) = (entry["request"], entry["response"])
        let span: JSONSpan? =
            switch part {
            case .url: request?["url"]
            case .requestBody: request?["postData"]?["text"] ?? request?["requestData"]
            case .responseBody: response?["content"]?["text"] ?? response?["responseData"] ?? entry["data"]
            case .requestHeader(let name, let count): header(name, after: count, of: request)
            case .responseHeader(let name, let count): header(name, after: count, of: response)
            }
        var indexInLine = entry.range.lowerBound
        if let span { bytes.countLines(to: span.range.lowerBound, &line, &indexInLine) }
        return line
    }

    /// Returns the value of a header field of a HAR.
    ///
    /// A value of several lines is one field of the file, and several fields of the entry.
    ///
    /// - Parameter count: The number of earlier fields of the name in the entry.
    private func header(_ name: String, after count: Int, of message: JSONSpan?) -> JSONSpan? {
        var fieldsLeft = count
        for field in message?["headers"]?.elements ?? []
        where field["name"]?.string(in: bytes)?.lowercased() == name.lowercased() {
            let lineBreakCount = field["value"]?.string(in: bytes)?.count { $0 == "\n" || $0 == "\r\n" } ?? 0
            if fieldsLeft <= lineBreakCount { return field["value"] }
            fieldsLeft -= lineBreakCount + 1
        }
        return nil
    }
}
