/// Bodies by media type.
struct ContractContent: Sendable {
    let mediaTypes: [ContractMediaType]
    let pointer: DocumentLocation

    /// The media type that describes bodies of a `Content-Type`: the most specific one that matches.
    func mediaType(for contentType: MediaTypeName) -> ContractMediaType? {
        mediaTypes.filter { $0.name.matches(contentType) }
            .max { $0.name.specificity(for: contentType) < $1.name.specificity(for: contentType) }
    }
}
