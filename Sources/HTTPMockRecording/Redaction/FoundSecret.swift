import Foundation
import HTTPMock

/// A secret that would get into a file, since redaction does not recognize it where it is.
struct FoundSecret {
    let match: SecretSearch.Match
    /// The part that has it, as in `the header field X-Note of the response of GET https://a.com/ (shop.har, entry 3)`.
    let place: String

    /// The error that names the fields and not their value.
    var refusal: HTTPMockError {
        switch match {
        case .value(let secret):
            let alternative = secret.variable.map { "unset \($0)" } ?? "turn redaction off: redacting: .nothing"
            return HTTPMockError(
                "the value of \(secret.place) is also in \(place), where redaction does not recognize it, so nothing was "
                    + "written. To fix this, name the field that has it: redacting: .names(…), or \(alternative).")
        case .shape(let shape, let value):
            return HTTPMockError(
                "\(shape.name) is in \(place), where redaction does not recognize it, so nothing was written. To fix this, "
                    + "name the field that has it: redacting: .names(…), or, if it is no secret, allow it: "
                    + "redacting: .allowing([\"\(SecretShape.checksum(of: value))\"]).")
        }
    }
}

extension SecretSearch {
    /// Returns the first secret in the bytes of a file, and the part of the entry that has the secret.
    ///
    /// - Parameters:
    ///   - data: The bytes to write.
    ///   - entries: The entries in the bytes.
    ///   - format: The format of the bytes.
    ///   - file: The name of the file.
    func firstSecret(
        in data: Data, of entries: [HAREntry], _ format: Cassette.Format, file: String
    ) -> FoundSecret? {
        // Bodies in base64 are searched as they were; all others are texts of the file.
        func isInBase64(_ body: HARBody?) -> Bool {
            guard let body, format == .stubbornNetwork || body.text == nil else { return false }
            return firstMatch(in: body.bytes) != nil
        }
        guard let match = firstMatch(inFile: data) else {
            let entry = entries.first { isInBase64($0.request.body) || isInBase64($0.response.body) }
            return entry.flatMap { firstSecret(in: $0, file: file) }
        }
        return entries.lazy.compactMap { firstSecret(in: $0, file: file) }.first
            ?? FoundSecret(match: match, place: file)
    }

    private func firstSecret(in entry: HAREntry, file: String) -> FoundSecret? {
        let (request, response) = (entry.request, entry.response)
        let url = Data(request.url.utf8)
        let shown = Cassette.Entry(entry, in: file)
        let owner = firstMatch(in: url) == nil ? shown.shortDescription : "\(request.method) (\(shown.place))"
        func found(_ part: String, _ bytes: Data?) -> FoundSecret? {
            bytes.flatMap { firstMatch(in: $0) }.map { FoundSecret(match: $0, place: "\(part) of \(owner)") }
        }
        func fields(_ fields: [HARField], _ part: String) -> FoundSecret? {
            fields.lazy.compactMap {
                found("the header field \($0.name) of the \(part)", Data("\($0.name): \($0.value)".utf8))
            }.first
        }
        func body(_ body: HARBody?, _ part: String) -> FoundSecret? {
            guard let body, firstMatch(in: body.bytes) != nil else { return nil }
            let place = place { _ = NamedValues.body(body.bytes, type: body.knownType, $0) }
            return found("\(place.map { "\($0) in " } ?? "")the body of the \(part)", body.bytes)
        }
        let urlPlace = place { _ = NamedValues.url(request.url, $0) }
        return found("\(urlPlace.map { "\($0) in " } ?? "")the URL", url)
            ?? fields(request.headers, "request") ?? body(request.body, "request")
            ?? fields(response.headers, "response") ?? body(response.body, "response")
            ?? found("another member of the entry", Data(entry.json.data))
    }

    /// Returns the first named position whose value has a secret; nil if no value has.
    private func place(_ walk: (ValueReplacement) -> Void) -> String? {
        var place: String?
        walk { candidate, value in
            if place == nil, firstMatch(in: Data(value.utf8)) != nil { place = "the \(candidate.text)" }
            return nil
        }
        return place
    }
}
