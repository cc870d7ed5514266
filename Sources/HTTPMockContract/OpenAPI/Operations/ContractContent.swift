/// Bodies by media type.
struct ContractContent: Sendable {
    let mediaTypes: [ContractMediaType]
    let pointer: DocumentLocation

    /// The media types in lower case, with their parameters.
    var names: [String] { mediaTypes.map(\.name.fullText) }

    /// Returns the most specific media type that matches a `Content-Type`; nil if none matches.
    func mediaType(for contentType: MediaTypeName) -> ContractMediaType? {
        mediaTypes.filter { $0.name.matches(contentType) }
            .max { $0.name.specificity(for: contentType) < $1.name.specificity(for: contentType) }
    }
}
