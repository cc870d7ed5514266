import Foundation
import HTTPMock

/// The JSON format of the library Stubborn Network.
///
/// Files of both generations are read. Files of the newer generation are written.
enum StubbornNetworkFile {
    /// The text between the name and the value of a header field.
    static let separator = "[:::]"

    /// Returns the name that the library gives to the file of a test.
    static func name(for test: String) -> String {
        test.replacingOccurrences(of: " ", with: "_").filter { !"[]-".contains($0) } + ".json"
    }

    /// Returns the entries of a file in order, and the elements that can't be played.
    static func read(_ elements: [JSONValue]) -> (entries: [HAREntry], problems: [HARProblem]) {
        var entries: [HAREntry] = []
        var problems: [HARProblem] = []
        for (index, element) in elements.enumerated() {
            do {
                var entry = try entry(element)
                entry.number = index + 1
                entries.append(entry)
            } catch {
                problems.append(HARProblem(number: index + 1, request: element["request"], reason: error.text))
            }
        }
        return (entries, problems)
    }

    /// Returns the entry of an element.
    ///
    /// - Throws: The reason why the element can't be played.
    private static func entry(_ value: JSONValue) throws(HARRefusal) -> HAREntry {
        guard let request = value["request"], let url = request["url"]?.string, let method = request["method"]?.string
        else { throw HARRefusal("it has no request with a URL and a method") }
        if let reason = HARRequest.flaw(method: method, url: url) { throw HARRefusal(reason) }
        guard let response = value["response"], let status = response["statusCode"]?.integer,
            (200...999).contains(status)
        else { throw HARRefusal("its response has no final status code") }
        // The older generation writes the response's body next to the response.
        guard let requestHeaders = fields(request["headerFields"]), let headers = fields(response["headerFields"]),
            let requestBody = decodedBody(request["requestData"]),
            let body = decodedBody(response["responseData"] ?? value["data"])
        else { throw HARRefusal("its header fields or its bodies are not as the format has them") }
        if let reason = headers.flaw { throw HARRefusal(reason) }
        let type = requestHeaders.firstValue("Content-Type")
        return HAREntry(
            startedDateTime: "",
            request: HARRequest(
                method: method, url: url, headers: requestHeaders.filter { !$0.isLength },
                body: HARBody(requestBody, type: type).nonEmpty),
            response: HARResponse(
                status: status, headers: headers.filter { method == "HEAD" || !$0.isLength },
                body: HARBody(body, type: headers.firstValue("Content-Type"))))
    }

    /// Reads header fields; empty if the member is missing, nil if it is no list of names and values.
    private static func fields(_ value: JSONValue?) -> [HARField]? {
        guard let value else { return [] }
        guard let elements = value.elements else { return nil }
        var fields: [HARField] = []
        for element in elements {
            guard let text = element.string, let range = text.range(of: separator) else { return nil }
            fields.append(HARField(String(text[..<range.lowerBound]), String(text[range.upperBound...])))
        }
        return fields.filter { !$0.isOfConnection }
    }

    /// Decodes a body in base64; empty if the member is missing, nil if it is no base64.
    private static func decodedBody(_ value: JSONValue?) -> Data? {
        guard let value else { return Data() }
        return value.string.flatMap { Data(base64Encoded: $0) }
    }

    /// Returns the entries as the bytes of a file.
    ///
    /// - Throws: ``HTTPMockError`` for an entry that the format can't represent.
    static func data(_ entries: [HAREntry]) throws(HTTPMockError) -> Data {
        var stubs: [OrderedJSON] = []
        for entry in entries {
            guard entry.response.error == nil else {
                throw HTTPMockError(
                    "entry \(entry.number) (\(entry.request.method) \(entry.request.url)) is a failure, which Stubborn "
                        + "Network's format can't hold. To fix this, write a HAR: write(to:format: .har).")
            }
            stubs.append(stub(entry))
        }
        return OrderedJSON.array(stubs).data
    }

    private static func stub(_ entry: HAREntry) -> OrderedJSON {
        let request: OrderedJSON.Members = [
            "url": .string(entry.request.url),
            "headerFields": fields(entry.request.headers),
            "method": .string(entry.request.method),
            "requestData": entry.request.body.map(base64),
        ]
        let response: OrderedJSON.Members = [
            "url": .string(entry.request.url),
            "statusCode": .integer(entry.response.status),
            "headerFields": fields(entry.response.headers),
            "responseData": base64(entry.response.body),
        ]
        return .object(["request": .object(request), "response": .object(response)])
    }

    private static func fields(_ fields: [HARField]) -> OrderedJSON {
        .array(fields.map { .string("\($0.name)\(separator)\($0.value)") })
    }

    private static func base64(_ body: HARBody) -> OrderedJSON { .string(body.bytes.base64EncodedString()) }
}
