import Foundation
import HTTPMock

/// A secret that would get into a file, since redaction does not recognize it where it is.
struct FoundSecret {
    let secret: Redactor.Secret
    /// The part that has it, as in `the body of the response of GET https://a.com/user (shop.har, entry 3)`.
    let place: String

    /// The error that names the fields and not their value.
    var refusal: HTTPMockError {
        let alternative = secret.variable.map { "unset \($0)" } ?? "turn redaction off: redacting: .nothing"
        return HTTPMockError(
            "the value of \(secret.place) is also in \(place), where redaction does not recognize it, so nothing was "
                + "written. To fix this, name the field that has it: redacting: .names(…), or \(alternative).")
    }
}

extension SecretSearch {
    /// Returns the first secret in an entry of a file; nil if there is none.
    func firstSecret(in entry: HAREntry, of file: URL) -> FoundSecret? {
        let (request, response) = (entry.request, entry.response)
        let url = Data(request.url.utf8)
        // The last part has the entry's other members too, and the spelling of the file.
        let parts: [(name: String, bytes: Data?)] = [
            ("the URL of", url), ("the header fields of the request of", bytes(of: request.headers)),
            ("the body of the request of", request.body?.bytes),
            ("the header fields of the response of", bytes(of: response.headers)),
            ("the body of the response of", response.body.bytes), ("another member of the entry", entry.json.data),
        ]
        for (name, bytes) in parts {
            guard let bytes, let secret = firstSecret(in: bytes) else { continue }
            let shown = Cassette.Entry(entry, in: file)
            let isPlainURL = firstSecret(in: url) == nil
            let owner = isPlainURL ? shown.shortDescription : "\(request.method) (\(shown.place))"
            return FoundSecret(secret: secret, place: "\(name) \(owner)")
        }
        return nil
    }

    private func bytes(of fields: [HARField]) -> Data {
        Data(fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n").utf8)
    }
}
