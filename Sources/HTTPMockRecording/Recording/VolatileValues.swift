import Foundation
import HTTPMock

/// Finds values that are likely to change when a request is made again.
///
/// Such values are times within a day of the request's, and random UUIDs.
struct VolatileValues {
    private let settings: Cassette.Settings

    init(_ settings: Cassette.Settings) {
        self.settings = settings
    }

    /// Returns a warning for each volatile value of an entry that was just recorded.
    ///
    /// A value that does not count in matching, is redacted, or can't be ignored by itself causes no warning.
    func warnings(about entry: HAREntry) -> [String] {
        guard let time = HARDate.date(of: entry.startedDateTime) else { return [] }
        let request = entry.request
        let countedNames = Set(settings.rules.headers)
        let countedHeaders = request.headers.filter { countedNames.contains($0.name.lowercased()) }
        let searched = HARRequest(
            method: request.method, url: request.url, headers: countedHeaders, body: request.body)
        let path = URL(keepingEscapesOf: request.url)?.path ?? ""
        var warnings: [String] = []
        searched.forEachValue { place, value in
            guard let part = part(of: place), let kind = Self.kind(of: value, at: time) else { return }
            if settings.redacting.isSecret(place, value) || isIgnored(part, place) { return }
            warnings.append(
                "the \(place.text) of \(request.method) \(path) is \(kind), so the entry will not match "
                    + "when the request is made again. To fix this, leave it out: ignoring: [\(part)]")
        }
        return warnings
    }

    /// Returns the part that ignores a value; nil if no part does.
    private func part(of place: NamedPlace) -> Cassette.Part? {
        // A value inside another value can't be ignored by itself.
        guard place.depth == 0, let name = place.names.last else { return nil }
        switch place.kind {
        case .query: return .query(name)
        case .json, .jsonNumber: return .json(place.names.joined(separator: "."))
        case .form, .part: return .form(name)
        case .header: return .header(name)
        case .assignment, .cookie, .cookieField, .fragment, .jsonContainer, .jsonWord, .nesting, .userInfo: return nil
        }
    }

    /// Returns whether an option ignores a part, a JSON member that has the part, or the whole query or body.
    private func isIgnored(_ part: Cassette.Part, _ place: NamedPlace) -> Bool {
        let ignoring = settings.ignoring
        if ignoring.contains(part) { return true }
        switch part.kind {
        case .query: return ignoring.contains(.query)
        case .form: return ignoring.contains(.body)
        case .json:
            if ignoring.contains(.body) { return true }
            return place.names.indices.contains { settings.rules.ignores(memberAt: Array(place.names[...$0])) }
        default: return false
        }
    }

    /// Returns the kind of a volatile value for a message; nil for other values.
    ///
    /// - Parameter time: The time of the request.
    private static func kind(of value: String, at time: Date) -> String? {
        // The upper half of the seventh byte is the version of a UUID, and version 4 is random.
        if let id = UUID(uuidString: value), id.uuid.6 >> 4 == 4 { return "a random UUID" }
        let day = 86_400.0
        guard let seconds = seconds(of: value), abs(seconds - time.timeIntervalSince1970) < day else { return nil }
        return "a time close to now"
    }

    /// Returns the seconds since 1970 of a time in ISO 8601, in seconds, or in milliseconds; nil for other values.
    private static func seconds(of value: String) -> Double? {
        if let date = HARDate.date(of: value) { return date.timeIntervalSince1970 }
        // Seconds have ten digits until the year 2286, and milliseconds have three more.
        let secondDigits = 10
        let hasFraction = value.count > secondDigits + 1 && value.contains(".")
        if value.count == secondDigits || hasFraction { return Double(value) }
        if value.count == secondDigits + 3 { return Double(value).map { $0 / 1_000 } }
        return nil
    }
}
