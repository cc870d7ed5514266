import HTTPMock

extension StableMerge {
    /// Returns a new entry, spelled as an equal old request.
    ///
    /// A client may spell equal requests differently: with another boundary, another order of members, or another value
    /// of an ignored part.
    func respelled(_ entry: HAREntry, as old: HAREntry) -> HAREntry {
        var request = entry.request
        keep(
            request.headers.indices.filter { rules.ignores(header: request.headers[$0].name) }, of: old.request,
            in: &request)
        if request.url != old.request.url || request.body != old.request.body, key(entry) == key(old),
            let changes = Self.placeholderChanges(from: old.request, to: request)
        {
            let spelling = Placeholders.renumber(old.request.withoutHeaders) { changes[$0] ?? $0 }
            request.url = spelling.url
            request.body = spelling.body
            if spelling.body?.isMultipart ?? false {
                // The field has the boundary of the body.
                keep(
                    request.headers.indices.filter { request.headers[$0].isContentType }, of: old.request, in: &request)
            } else if let body = entry.request.body {
                request.body?.mimeType = body.mimeType
            }
        }
        var respelled = entry
        respelled.request = HARRequest(
            method: request.method, url: request.url, headers: request.headers, body: request.body)
        return respelled
    }

    /// Gives header fields the value that they have in an old request, unless a secret was redacted in the value.
    private func keep(_ indices: [Int], of old: HARRequest, in request: inout HARRequest) {
        for index in indices {
            guard let value = old.headers.firstValue(request.headers[index].name),
                !value.contains(Redaction.mask)
            else { continue }
            request.headers[index].value = value
        }
    }

    /// Returns the new number of each placeholder of a request; nil if the placeholders don't correspond.
    private static func placeholderChanges(from old: HARRequest, to new: HARRequest) -> [Int: Int]? {
        let (old, new) = (placeholders(in: old), placeholders(in: new))
        guard old.mapValues(\.count) == new.mapValues(\.count) else { return nil }
        var changes: [Int: Int] = [:]
        for (place, numbers) in old {
            for (number, changed) in zip(numbers, new[place] ?? []) {
                guard changes[number] ?? changed == changed else { return nil }
                changes[number] = changed
            }
        }
        return changes
    }

    /// The numbers of the placeholders at each position of a URL and a body.
    private static func placeholders(in request: HARRequest) -> [NamedPlace: [Int]] {
        var numbers: [NamedPlace: [Int]] = [:]
        _ = request.withoutHeaders.replacing { place, value in
            if let number = Placeholders.number(of: value) { numbers[place, default: []].append(number) }
            return nil
        }
        return numbers
    }
}

extension HARRequest {
    fileprivate var withoutHeaders: HARRequest { HARRequest(method: method, url: url, headers: [], body: body) }
}

extension HARBody {
    fileprivate var isMultipart: Bool { MediaEssence(mimeType).isMultipart }
}

extension HARField {
    fileprivate var isContentType: Bool { name.lowercased() == "content-type" }
}
