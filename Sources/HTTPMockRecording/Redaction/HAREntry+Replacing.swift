import Foundation
import HTTPMock

extension HARRequest {
    /// Returns the request with some of its named values replaced.
    func replacing(_ replace: ValueReplacement) -> HARRequest {
        var body = body
        if let whole = body { body = whole.replacing(replace) }
        return HARRequest(
            method: method, url: NamedValues.url(url, replace),
            headers: headers.map { $0.replacing(replace) },
            body: body)
    }
}

extension HARResponse {
    /// Returns the response with some of its named values replaced.
    func replacing(_ replace: ValueReplacement) -> HARResponse {
        var response = HARResponse(
            status: status, statusText: statusText, headers: headers.map { $0.replacing(replace) },
            body: body.replacing(replace))
        response.error = error
        response.chunks = chunks.map { Self.chunks($0, before: body.bytes, after: response.body.bytes) }
        return response
    }

    /// Returns the chunk lengths of a body whose values were replaced.
    ///
    /// Each chunk except the last keeps its number of line breaks. The last chunk contains the rest.
    private static func chunks(_ chunks: [Int], before: Data, after: Data) -> [Int] {
        guard before.count != after.count else { return chunks }
        // Line breaks delimit the chunks because each event ends with a line break.
        let lineBreak = UInt8(ascii: "\n")
        var ends: [Int] = []
        var (read, position) = (0, 0)
        for length in chunks.dropLast() {
            let wanted = before.dropFirst(read).prefix(length).count { $0 == lineBreak }
            var seen = 0
            while seen < wanted, position < after.count {
                if after[after.startIndex + position] == lineBreak { seen += 1 }
                position += 1
            }
            read += length
            ends.append(position)
        }
        let all = [0] + ends + [after.count]
        return zip(all, all.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
    }
}

extension HARBody {
    fileprivate func replacing(_ replace: ValueReplacement) -> HARBody {
        HARBody(NamedValues.body(bytes, type: knownType, replace), type: mimeType)
    }
}

extension HARField {
    /// Returns the field with its value, or the values in it, replaced.
    func replacing(_ replace: ValueReplacement) -> HARField {
        HARField(name, NamedValues.header(value, of: name, replace))
    }
}

extension Redaction {
    /// Returns whether a value is the placeholder for a redacted value, with or without a number.
    static func isPlaceholder(_ value: String) -> Bool {
        guard value.hasPrefix(mask) else { return false }
        let rest = value.dropFirst(mask.count)
        return rest.isEmpty || rest.first == "-" && rest.count > 1 && rest.dropFirst().allSatisfy(\.isNumber)
    }
}
