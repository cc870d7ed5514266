import Foundation
import HTTPMock

/// Reads one entry of a HAR, or reports why the entry can't be played.
struct HAREntryReader {
    /// The folder of the file, for bodies that are files next to it.
    let folder: URL?
    /// Whether mitmproxy wrote the file, because mitmproxy decodes text without a known charset as Latin-1.
    let isOfMitmproxy: Bool
    /// Whether the file has the private scalars of ``LoneSurrogates``.
    let hasLoneSurrogates: Bool

    /// Returns an entry.
    ///
    /// - Throws: The reason why the entry can't be played.
    func entry(_ value: JSONValue) throws(HARRefusal) -> HAREntry {
        guard let request = value["request"], case .object = request else { throw HARRefusal("it has no request") }
        guard let response = value["response"], case .object = response else { throw HARRefusal("it has no response") }
        let (method, address) = (request["method"]?.string ?? "", try url(request["url"]?.string ?? ""))
        if let reason = HARRequest.flaw(method: method, url: address) { throw HARRefusal(reason) }
        var date = value["startedDateTime"]?.string ?? ""
        if date == HARDate.unknown { date = "" }
        return HAREntry(
            startedDateTime: date,
            request: try self.request(request, method: method, url: address),
            response: try self.response(response, of: value, method: method))
    }

    /// Returns the request of an entry.
    ///
    /// - Throws: The reason why the entry can't be played.
    func request(_ value: JSONValue, method: String, url: String) throws(HARRefusal) -> HARRequest {
        if value["_truncated"] == .bool(true) { throw HARRefusal("its request's body was cut when it was logged") }
        let headers = try fields(value["headers"])
        let type = headers.firstValue("Content-Type") ?? value["postData"]?["mimeType"]?.string
        var body = try bytes(of: value["postData"], type: type) ?? Data()
        if body.isEmpty, let parameters = value["postData"]?["params"]?.elements, !parameters.isEmpty {
            body = try form(parameters, type: type)
        }
        if body.isEmpty, isPositive(value["bodySize"]) || headersAnnounceBody(headers) {
            throw HARRefusal("the export left its request's body out")
        }
        return HARRequest(
            method: method, url: url, headers: headers.filter { !$0.isLength },
            body: HARBody(body, type: type).nonEmpty)
    }

    /// Returns the response of an entry, which has the status 0 if the request failed before a response.
    ///
    /// - Throws: The reason why the entry can't be played.
    func response(_ value: JSONValue, of entry: JSONValue, method: String) throws(HARRefusal) -> HARResponse {
        guard let number = value["status"] else { throw HARRefusal("its response has no status") }
        guard let status = number.integer else { throw HARRefusal("its status is no whole number") }
        let errorText = Self.errorText(of: entry)
        if status <= 0 {
            guard let errorText else { throw HARRefusal("its status is \(status), without an error that says why") }
            var response = HARResponse(status: 0, headers: [], body: HARBody(Data(), type: nil))
            response.error = try failure(errorText)
            return response
        }
        if let reason = HARResponse.flaw(status: status) { throw HARRefusal(reason) }
        if value["_truncated"] == .bool(true) || value["content"]?["truncated"] == .bool(true) {
            throw HARRefusal("its body was cut when it was logged")
        }
        var response = try headAndBody(of: value, status: status, method: method, isFailed: errorText != nil)
        if let errorText, !isWhole(response, of: value, method: method, errorText) {
            response.error = try failure(errorText)
        }
        return response
    }

    /// Returns whether a response is whole although its export has an error.
    ///
    /// Chrome exports the answer to a `fetch` without a body as aborted. A response with a status from 200 to 599 is
    /// whole if it can't have a body, or if its export says how many bytes it has, and it has them. The error that a
    /// cassette was saved with always counts.
    private func isWhole(
        _ response: HARResponse, of value: JSONValue, method: String, _ errorText: String
    ) -> Bool {
        guard (200..<600).contains(response.status), !errorText.hasPrefix(NSURLErrorDomain) else { return false }
        if method == "HEAD" || response.status == 204 || response.status == 304 { return true }
        let statedSize = value["content"]?["size"]?.integer ?? 0
        return statedSize > 0 && response.body.bytes.count >= statedSize
    }

    /// Returns the note that an entry is played although its export has an error; nil for any other entry.
    func note(on value: JSONValue, played entry: HAREntry) -> String? {
        guard entry.response.error == nil, let text = Self.errorText(of: value) else { return nil }
        return "the export has the error \(text), but the response is whole, so it is played"
    }

    /// Returns a response with its head and body; the body of a failed exchange may be missing.
    private func headAndBody(
        of value: JSONValue, status: Int, method: String, isFailed: Bool
    ) throws(HARRefusal) -> HARResponse {
        let content = value["content"]
        // A broken service may send lines that are no fields, such as a second status line; clients ignore such lines.
        let headers = try fields(value["headers"]).filter(\.hasSendableName)
        if let reason = headers.flaw { throw HARRefusal(reason) }
        let type = headers.firstValue("Content-Type") ?? content?["mimeType"]?.string
        let body = try bytes(of: content, type: type) ?? Data()
        let needsBody = !isFailed && mayHaveBody(status: status, method: method)
        if body.isEmpty, needsBody, isBodyLeftOut(of: value, headers) {
            throw HARRefusal("the export left its body out")
        }
        var response = HARResponse(
            status: status, statusText: try latin1(value["statusText"]?.string ?? "", of: "its status text"),
            headers: headers.filter { method == "HEAD" || !$0.isLength }, body: HARBody(body, type: type))
        response.chunks = chunks(of: value, count: body.count)
        return response
    }

    /// Returns whether a response may have a body that an export must contain.
    ///
    /// Exporters leave out the bodies of redirects.
    private func mayHaveBody(status: Int, method: String) -> Bool {
        method != "HEAD" && status != 204 && !(300..<400).contains(status)
    }

    /// Returns whether a response without body had one, by the lengths in the export.
    private func isBodyLeftOut(of response: JSONValue, _ headers: [HARField]) -> Bool {
        let content = response["content"]
        let isContentMissing = content?["text"]?.string == nil && content?["_file"] == nil
        let length = content?["size"]?.integer ?? 0
        // Some exporters write -1 for the length of a body that they left out.
        if isContentMissing, length < 0 { return true }
        if length > 0 || headersAnnounceBody(headers) { return true }
        // Some exporters count the head of a response without body in its `bodySize`.
        let isAnnouncedEmpty = headers.firstValue("Content-Length") == "0"
        return !isAnnouncedEmpty && isPositive(response["bodySize"])
    }

    /// Returns the lengths of a body's chunks; nil without lengths, or if the body can't have chunks of these lengths.
    private func chunks(of response: JSONValue, count: Int) -> [Int]? {
        guard let chunks = response["_chunks"]?.elements?.compactMap(\.integer) else { return nil }
        // A length beyond the body's is excluded first, because the sum of such lengths may overflow.
        guard chunks.allSatisfy({ $0 > 0 && $0 <= count }), chunks.reduce(0, +) == count else { return nil }
        return chunks
    }

    /// Returns the exporter's text for the error of an entry, if any; some exporters write empty texts.
    private static func errorText(of entry: JSONValue) -> String? {
        let response = entry["response"]
        let values = [response?["_error"], response?["_failureText"], entry["_error"]]
        return values.lazy.compactMap { $0?.string }.first { !$0.isEmpty }
    }

    /// Returns the text of `URLSession`'s error for an exporter's text.
    private func failure(_ text: String) throws(HARRefusal) -> String {
        guard let code = HARFailure.code(of: text) else {
            throw HARRefusal("it failed with \(text.debugDescription), which is no error of URLSession that is known")
        }
        return "\(NSURLErrorDomain) \(code.rawValue)"
    }

    /// Returns the header fields, without HTTP/2's pseudo-header fields and the fields of the connection or coding.
    ///
    /// A value of several lines becomes several fields.
    ///
    /// - SeeAlso: [RFC 9113 §8.3](https://www.rfc-editor.org/rfc/rfc9113.html#section-8.3)
    func fields(_ value: JSONValue?) throws(HARRefusal) -> [HARField] {
        guard let value else { return [] }
        guard let elements = value.elements else { throw HARRefusal("its header fields are no array") }
        var fields: [HARField] = []
        for element in elements {
            guard let name = element["name"]?.string, !name.isEmpty else {
                throw HARRefusal("a header field has no name")
            }
            guard !name.hasPrefix(":") else { continue }
            let part = "a header field"
            let fieldName = try latin1(name, of: part)
            for text in try texts(of: element["value"], name: name) {
                let lines = try latin1(text, of: part)
                    .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
                for line in lines {
                    fields.append(HARField(fieldName, line.trimmingCharacters(in: .whitespacesAndNewlines)))
                }
            }
        }
        return fields.filter { !$0.isOfConnection }
    }

    /// Returns the values of a field as texts; some exporters write arrays, numbers or booleans.
    ///
    /// - Parameter name: The name of the field, for the error.
    private func texts(of value: JSONValue?, name: String) throws(HARRefusal) -> [String] {
        switch value {
        case nil, .null: return [""]
        case .string(let text): return [text]
        case .number(let number): return [number.description]
        case .bool(let value): return ["\(value)"]
        case .array(let elements):
            var values: [String] = []
            for element in elements { values += try texts(of: element, name: name) }
            return values
        case .object: throw HARRefusal("the value of its header field \(name.debugDescription) is an object")
        }
    }

    /// Returns a URL in which bytes that are not UTF-8 are percent-encoded.
    func url(_ text: String) throws(HARRefusal) -> String {
        guard hasLoneSurrogates else { return text }
        guard let url = LoneSurrogates.percentEncoded(text) else { throw Self.unknownBytes(of: "its URL") }
        return url
    }

    /// Returns a text of the head, read as Latin-1 if it is not UTF-8.
    ///
    /// - Parameter part: The name of the part with the text, for the error.
    private func latin1(_ text: String, of part: String) throws(HARRefusal) -> String {
        guard hasLoneSurrogates else { return text }
        guard let bytes = LoneSurrogates.bytes(of: text) else { throw Self.unknownBytes(of: part) }
        let hasPrivateScalar = bytes.count != text.utf8.count
        guard hasPrivateScalar else { return text }
        return String(bytes.map { Character(Unicode.Scalar($0)) })
    }

    private static func unknownBytes(of part: String) -> HARRefusal {
        HARRefusal("\(part) has half of a surrogate pair, so its bytes are unknown")
    }

    /// Returns the body of `content` or `postData`; nil without a text or a file.
    private func bytes(of value: JSONValue?, type: String?) throws(HARRefusal) -> Data? {
        guard let value else { return nil }
        if let name = value["_file"]?.string { return try attachment(name) }
        guard let text = value["text"]?.string else { return nil }
        switch value["encoding"]?.string?.lowercased() ?? "" {
        case "base64":
            guard let data = Data(base64InLines: text) else {
                throw HARRefusal("its body is marked as base64 but is none")
            }
            return data
        case "", "utf-8", "utf8": return try bytes(ofText: text, type: type)
        case let encoding: throw HARRefusal("its body has the encoding \(encoding.debugDescription), which is unknown")
        }
    }

    /// Returns the bytes that an exporter decoded to a text.
    private func bytes(ofText text: String, type: String?) throws(HARRefusal) -> Data {
        if hasLoneSurrogates {
            guard let bytes = LoneSurrogates.bytes(of: text) else {
                throw Self.unknownBytes(of: "its body")
            }
            let hasPrivateScalar = bytes.count != text.utf8.count
            if hasPrivateScalar { return Data(bytes) }
        }
        if isOfMitmproxy {
            let lowercasedType = type?.lowercased() ?? ""
            let marksOfCharset = ["charset=", "json", "html", "xml", "css", "javascript"]
            let hasCharset = marksOfCharset.contains { lowercasedType.contains($0) }
            if !hasCharset, let bytes = text.data(using: .isoLatin1) { return bytes }
        }
        return try Self.encoded(text, type: type)
    }

    /// Returns the bytes of a text that an exporter decoded with the media type's charset.
    private static func encoded(_ text: String, type: String?) throws(HARRefusal) -> Data {
        let charset = MediaEssence.charset(ofType: type) ?? "utf-8"
        if charset.hasPrefix("utf-8") || charset == "utf8" { return Data(text.utf8) }
        guard let encoding = MediaEssence.encoding(ofType: type) else {
            let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
            if isASCII { return Data(text.utf8) }
            throw HARRefusal("its body is a text in the charset \(charset), which can't be encoded")
        }
        if let bytes = text.data(using: encoding) { return bytes }
        // Browsers read Latin-1 as the larger charset of Windows.
        if encoding == .isoLatin1, let bytes = text.data(using: .windowsCP1252) { return bytes }
        throw HARRefusal("its body has a character that its charset \(charset) lacks")
    }

    /// Returns the body in a file next to the HAR.
    private func attachment(_ name: String) throws(HARRefusal) -> Data {
        // By byte, because a combining mark after a slash forms one character with it.
        let leavesFolder = name.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
        guard name.utf8.first != UInt8(ascii: "/"), !leavesFolder, let folder else {
            throw HARRefusal("its body is the file \(name), which is not next to the HAR")
        }
        guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else {
            throw HARRefusal("its body is the file \(name), which can't be read")
        }
        return data
    }

    /// Returns the body of a form that was exported as names and values only.
    private func form(_ parameters: [JSONValue], type: String?) throws(HARRefusal) -> Data {
        if MediaEssence(type).isMultipart {
            throw HARRefusal("the export left its request's body out, and has its parts only")
        }
        let fields = parameters.map { parameter in
            let (name, value) = (parameter["name"]?.string ?? "", parameter["value"]?.string ?? "")
            return "\(Self.formEncoded(name))=\(Self.formEncoded(value))"
        }
        return Data(fields.joined(separator: "&").utf8)
    }

    /// Returns a form's name or value, encoded.
    ///
    /// A text with a plus or a percent sign is kept, because the exporter may have left it encoded.
    private static func formEncoded(_ text: String) -> String {
        if text.contains("+") || text.contains("%") { return text }
        let unreserved = CharacterSet.alphanumerics.union(["-", ".", "_", "~"])
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
    }

    private func isPositive(_ length: JSONValue?) -> Bool {
        (length?.integer ?? 0) > 0
    }

    /// Returns whether header fields announce a body that is not empty.
    private func headersAnnounceBody(_ headers: [HARField]) -> Bool {
        let length = headers.firstValue("Content-Length").flatMap { Int($0) } ?? 0
        return length > 0
    }
}

extension HARField {
    /// Whether the field describes one connection, or the coding of the body, which a recording has decoded.
    ///
    /// - SeeAlso: [RFC 9110 §7.6.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-7.6.1)
    var isOfConnection: Bool { Self.connectionNames.contains(name.lowercased()) }

    /// Whether the field is the body's length, which is computed again for playing.
    var isLength: Bool { name.isEqualIgnoringCase(to: "Content-Length") }

    private static let connectionNames: Set<String> = [
        "connection", "content-encoding", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding",
        "upgrade",
    ]
}

extension HARRequest {
    /// Returns the reason why a session can't make a request; nil for a request that it can make.
    static func flaw(method: String, url: String) -> String? {
        if method.isEmpty { return "it has no method" }
        if url.isEmpty { return "it has no URL" }
        guard let address = URL(keepingEscapesOf: url) else { return "its URL can't be parsed" }
        guard let scheme = address.scheme else { return "its URL is relative, without a scheme and a host" }
        guard ["http", "https"].contains(scheme.lowercased()) else {
            return "its URL is not an HTTP URL; its scheme is \(scheme)"
        }
        guard let host = address.host, !host.isEmpty else { return "its URL has no host" }
        if method == "CONNECT" { return "it opens a tunnel (CONNECT), which no session asks for" }
        return nil
    }
}

extension HAREntry {
    /// The reason why an entry made in memory can't be played, if any.
    var flaw: String? {
        if let reason = HARRequest.flaw(method: request.method, url: request.url) { return reason }
        if response.status != 0 {
            if let reason = HARResponse.flaw(status: response.status) { return reason }
        } else if response.error == nil {
            return "its status is 0, without an error that says why"
        }
        return response.headers.flaw
    }
}

extension HARResponse {
    /// Returns the reason why a status is not that of a final response, if any.
    fileprivate static func flaw(status: Int) -> String? {
        if status == 101 { return "it is no exchange of HTTP but becomes another protocol (status 101)" }
        if !(200...999).contains(status) { return "its status is \(status), which is no final one" }
        return nil
    }
}

extension [HARField] {
    /// The reason why a response that is played can't have the header fields, if any.
    var flaw: String? {
        for field in self {
            if !field.hasSendableName {
                return "\(field.name.debugDescription) is not the name of a header field"
            }
            if field.value.utf8.contains(where: "\0\n\r".utf8.contains) {
                return "the value of its header field \(field.name) has a line break or a NUL"
            }
        }
        return nil
    }
}

extension HARBody {
    /// The body; nil without bytes.
    var nonEmpty: HARBody? { bytes.isEmpty ? nil : self }
}

extension Data {
    /// Decodes base64, which may have line breaks and other white space; nil for malformed base64.
    init?(base64InLines text: String) {
        guard let data = Data(base64Encoded: text) ?? Data(base64Encoded: text.filter { !$0.isWhitespace }) else {
            return nil
        }
        self = data
    }
}
