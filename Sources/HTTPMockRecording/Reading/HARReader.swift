import Foundation
import HTTPMock

/// Reads a HAR of any tool.
///
/// Only `log.entries` is required, and `request.method`, `request.url` and `response.status` of each entry. An entry
/// that can't be played becomes a problem with the reason.
struct HARReader {
    /// The playable entries by the time of their requests.
    private(set) var entries: [HAREntry] = []
    /// The WebSockets, in the order of the file.
    private(set) var webSockets: [RecordedWebSocket] = []
    /// The entries that can't be played.
    private(set) var problems: [HARProblem] = []
    /// Notes about WebSockets, and about entries that are played although the export has an error.
    private(set) var notes: [HARProblem] = []

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - root: The document.
    ///   - folder: The folder of its file, for bodies that are files next to it.
    ///   - hasLoneSurrogates: Whether the document has the private scalars of ``LoneSurrogates``.
    /// - Throws: The reason if the document is not a HAR, or has an unsupported version.
    init(
        _ root: JSONValue, in folder: URL?, hasLoneSurrogates: Bool = false
    ) throws(FileFlaw) {
        guard let log = root["log"], let elements = log["entries"]?.elements else {
            throw FileFlaw("it is JSON, but no HAR: it has no log.entries")
        }
        if let version = Self.text(log["version"]), !["1.1", "1.2", "1.3"].contains(version) {
            throw FileFlaw("it is a HAR of version \(version); versions 1.1 to 1.3 can be read")
        }
        let creator = log["creator"]?["name"]?.string ?? ""
        let reader = HAREntryReader(
            folder: folder, isOfMitmproxy: creator.hasPrefix("mitmproxy"), hasLoneSurrogates: hasLoneSurrogates)
        for (index, element) in elements.enumerated() {
            do {
                if var webSocket = try reader.webSocket(element) {
                    webSocket.entry.number = index + 1
                    webSockets.append(webSocket)
                    notes.append(HARProblem(number: index + 1, request: element["request"], reason: webSocket.note))
                    continue
                }
                var entry = try reader.entry(element)
                entry.number = index + 1
                entries.append(entry)
                if let note = reader.note(on: element, played: entry) {
                    notes.append(HARProblem(number: index + 1, request: element["request"], reason: note))
                }
            } catch {
                problems.append(HARProblem(number: index + 1, request: element["request"], reason: error.text))
            }
        }
        sort()
    }

    /// Sorts the entries by the time of their request.
    ///
    /// An entry without a time stays after the entry that precedes it in the file.
    private mutating func sort() {
        var dated: [(date: Date, entry: HAREntry)] = []
        var lastKnown = Date.distantPast
        for entry in entries {
            lastKnown = HARDate.date(of: entry.startedDateTime) ?? lastKnown
            dated.append((lastKnown, entry))
        }
        // The sort is stable, so entries with the same time keep their order.
        entries = dated.sorted { $0.date < $1.date }.map(\.entry)
    }

    /// Returns the text of a string or a number; nil for any other value.
    private static func text(_ value: JSONValue?) -> String? {
        if case .number(let number)? = value { return number.description }
        return value?.string
    }
}
