import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The values of the running service that a cassette has placeholders for.
///
/// The client of a played cassette gets a placeholder such as `REDACTED-3` as its token, and sends that text back.
/// The service accepts only the token that its own answer has at the position of the placeholder.
struct LiveValues: Sendable {
    /// The reason why a request can't be sent.
    enum Refusal: Error {
        /// No answer so far had a value for the placeholder with this number.
        case unknown(Int)
        /// Credentials that the client has encoded together with a placeholder.
        case encoded
    }

    /// The service's values by the numbers of their placeholders.
    private var values: [Int: String] = [:]

    /// Learns the values at the positions of the placeholders of a recorded answer.
    mutating func learn(from answer: HARResponse, recorded: HARResponse) {
        var found: [NamedPlace: [String]] = [:]
        answer.forEachValue { place, value in
            found[place.ignoringCase, default: []].append(value)
        }
        // The values at one position correspond by their order.
        var visitedCounts: [NamedPlace: Int] = [:]
        recorded.forEachValue { place, value in
            let foundPlace = place.ignoringCase
            let index = visitedCounts[foundPlace, default: 0]
            visitedCounts[foundPlace] = index + 1
            guard let number = Placeholders.number(of: value) else { return }
            guard let liveValues = found[foundPlace], index < liveValues.count else { return }
            values[number] = liveValues[index]
        }
    }

    /// Returns a request with the service's values in place of the placeholders.
    ///
    /// - Parameters:
    ///   - request: The request of the client.
    ///   - recorded: The request of the entry that was played, whose cookies may have expired for the client.
    /// - Throws: The reason why the request can't be sent.
    func exchanged(_ request: MockRequest, recorded: HARRequest) throws(Refusal) -> URLRequest {
        var sent = request.urlRequest
        sent.httpBody = nil
        if !request.body.isEmpty { sent.httpBody = request.body }
        // In the URL, each field and the body, whole values are replaced before the placeholders in longer values.
        if Placeholders.areIn(request.url.absoluteString) {
            let url = NamedValues.url(request.url.absoluteString, value)
            sent.url = URL(keepingEscapesOf: try exchangingParts(of: url) { $0.percentEncoded })
        }
        for field in request.headers where field.name.lowercased().hasSuffix("authorization") {
            if Placeholders.areInBasicCredentials(field.value) { throw .encoded }
        }
        for (name, text) in sent.allHTTPHeaderFields ?? [:] where Placeholders.areIn(text) {
            let field = NamedValues.header(text, of: name, value)
            sent.setValue(try exchangingParts(of: field) { $0 }, forHTTPHeaderField: name)
        }
        if let body = sent.httpBody, body.range(of: Data(Redaction.mask.utf8)) != nil {
            let type = request.header("Content-Type")
            let essence = MediaEssence(type)
            let exchanged = NamedValues.body(body, type: type, value)
            let text = try exchangingParts(of: String(decoding: exchanged, as: UTF8.self)) { $0.encoded(for: essence) }
            // Bytes that are no text get the whole values only, as the fields of a form with an uploaded image.
            sent.httpBody = exchanged
            if exchanged.utf8Text != nil { sent.httpBody = Data(text.utf8) }
            // The loading system counts the bytes again.
            sent.setValue(nil, forHTTPHeaderField: "Content-Length")
        }
        addExpiredCookies(of: recorded, to: &sent)
        return sent
    }

    /// Adds the recorded request's cookies that the client does not send, because they may have expired there.
    ///
    /// Only cookies with a placeholder for a known value are added.
    private func addExpiredCookies(of recorded: HARRequest, to request: inout URLRequest) {
        let sent = request.value(forHTTPHeaderField: "Cookie")
        var known = Set(HARField("Cookie", sent ?? "").cookiePairs.map { ExactText($0.name) })
        var added: [String] = []
        for pair in recorded.headers.filter(\.isCookie).flatMap(\.cookiePairs) {
            guard let number = Placeholders.number(of: pair.value), let value = values[number],
                known.insert(ExactText(pair.name)).inserted
            else { continue }
            added.append("\(pair.name)=\(value)")
        }
        guard !added.isEmpty else { return }
        let pairs = [sent].compactMap(\.self) + added
        request.setValue(pairs.joined(separator: "; "), forHTTPHeaderField: "Cookie")
    }

    /// Returns the service's value for a placeholder at any position; nil if it is not known, and for other values.
    private func value(_: NamedPlace, _ text: String) -> String? {
        Placeholders.number(of: text).flatMap { values[$0] }
    }

    /// Returns a text with the remaining placeholders replaced, which are parts of longer values.
    ///
    /// - Parameter encode: Returns a value as the text spells it.
    /// - Throws: The refusal for a placeholder without a known value, whole or as a part.
    private func exchangingParts(of text: String, _ encode: (String) -> String) throws(Refusal) -> String {
        var missing: Int?
        let replaced = Placeholders.replacing(in: text) { number in
            if let value = values[number] { return encode(value) }
            missing = missing ?? number
            return nil
        }
        if let missing { throw .unknown(missing) }
        return replaced
    }
}

extension NamedPlace {
    /// The position with its header field in lower case, because services change spellings.
    fileprivate var ignoringCase: NamedPlace {
        guard kind == .header || kind == .cookieField else { return self }
        return NamedPlace(kind, names.map { $0.lowercased() }, depth: depth)
    }
}

extension String {
    /// Returns the text as a part of a body: percent-encoded in a form, escaped in JSON.
    fileprivate func encoded(for essence: MediaEssence) -> String {
        if essence.isForm { return percentEncoded }
        if essence.isJSON { return jsonEscaped }
        return self
    }

    fileprivate var percentEncoded: String {
        utf8.map { byte in
            guard byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte) else { return String(format: "%%%02X", byte) }
            return String(Unicode.Scalar(byte))
        }.joined()
    }

    /// The text between the quotes of a JSON string.
    fileprivate var jsonEscaped: String { String(JSONValue.string(self).text.dropFirst().dropLast()) }
}
