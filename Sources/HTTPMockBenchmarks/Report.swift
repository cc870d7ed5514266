import Foundation

/// The results of a run.
struct Report {
    private(set) var sections: [Section] = []
    let isQuick: Bool

    init(isQuick: Bool) {
        self.isQuick = isQuick
    }

    mutating func add(_ more: [Section]) {
        sections += more
    }

    /// The tables as text, ratios first.
    var text: String {
        let title = "medians, with the middle half of the values; ratios are computed round by round"
        var note: [String] = []
        if isQuick { note.append("a quick run, which shows that everything works; its numbers mean little") }
        let ordered = sections.filter(\.isRatio) + sections.filter { !$0.isRatio }
        return ([title] + note + ordered.map(\.text)).joined(separator: "\n\n")
    }

    /// The tables as JSON.
    var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return try encoder.encode(["sections": sections])
        }
    }
}
