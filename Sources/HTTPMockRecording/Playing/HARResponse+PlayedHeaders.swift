import HTTPMock

extension HARResponse {
    /// The header fields that are played.
    ///
    /// Some exporters leave out header fields, but keep the media type of the body.
    var playedHeaders: [HARField] {
        guard headers.firstValue("Content-Type") == nil, !body.bytes.isEmpty, let type = body.knownType else {
            return headers
        }
        return headers + [HARField("Content-Type", type)]
    }
}
