import Foundation
import HTTPMock

/// The text of a HAR to which entries are added without formatting the other entries again.
///
/// With at least one entry, the text is that of a ``HARDocument`` with the same entries.
struct GrowingDocument {
    /// An entry of the text.
    private struct Row {
        /// The number that the owner has given; numbers stay when rows move.
        let id: Int
        let time: Date
        /// The number of bytes, without the comma before the next entry.
        let length: Int
    }

    private(set) var data: Data
    private var rows: [Row] = []
    /// The number of bytes before the first entry.
    private let start: Int
    /// The bytes after the last entry.
    private let end: Data

    private static let comma = UInt8(ascii: ",")

    /// Creates the text of entries in the order of a file, whose ids are their numbers.
    init(_ entries: [HAREntry]) {
        let empty = HARDocument(entries: []).data
        // The array of the entries is the last one of a document.
        let afterBracket = (empty.lastIndex(of: UInt8(ascii: "[")) ?? empty.startIndex) + 1
        data = Data(empty[..<afterBracket])
        start = data.count
        // An array with entries has its closing bracket on a line of its own.
        end = Data("\n    ".utf8) + empty[afterBracket...]
        for entry in entries {
            let text = Self.text(of: entry)
            if !rows.isEmpty { data.append(Self.comma) }
            data += text
            rows.append(Row(id: entry.number, time: time(of: entry, after: rows.count), length: text.count))
        }
        data += end
    }

    /// Whether the text has no entry.
    var isEmpty: Bool { rows.isEmpty }

    /// Returns the text of an entry with the line break before it.
    private static func text(of entry: HAREntry) -> Data { Data("\n      ".utf8) + entry.json.data(indentation: 6) }

    /// Adds an entry by its time, after entries of the same time.
    mutating func add(_ entry: HAREntry, id: Int) {
        let text = Self.text(of: entry)
        let time = time(of: entry, after: rows.count)
        var index = 0
        if let earlier = rows.lastIndex(where: { $0.time <= time }) { index = earlier + 1 }
        rows.insert(Row(id: id, time: time, length: text.count), at: index)
        let offset = offset(of: index)
        if index > 0 {
            // The text goes between the entry before and that entry's comma, which a last entry does not have.
            data.insert(contentsOf: [Self.comma] + text, at: offset - 1)
        } else {
            var inserted = text
            let hasNext = rows.count > 1
            if hasNext { inserted.append(Self.comma) }
            data.insert(contentsOf: inserted, at: offset)
        }
    }

    /// Replaces an entry, and moves it if its time has changed.
    mutating func replace(id: Int, with entry: HAREntry) {
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
        let (offset, length) = (offset(of: index), rows[index].length)
        if time(of: entry, after: index) == rows[index].time {
            let text = Self.text(of: entry)
            data.replaceSubrange(offset..<offset + length, with: text)
            rows[index] = Row(id: id, time: rows[index].time, length: text.count)
            return
        }
        rows.remove(at: index)
        if index > 0 {
            // The comma before the entry is removed, too.
            data.removeSubrange(offset - 1..<offset + length)
        } else {
            let commaCount = rows.isEmpty ? 0 : 1
            data.removeSubrange(offset..<offset + length + commaCount)
        }
        add(entry, id: id)
    }

    /// Returns the index of an entry's first byte, with a comma after each entry before.
    private func offset(of index: Int) -> Int { rows[..<index].reduce(start) { $0 + $1.length + 1 } }

    /// Returns the time of an entry; an unknown time is that of the row before the entry.
    ///
    /// - Parameter count: The number of rows before the entry.
    private func time(of entry: HAREntry, after count: Int) -> Date {
        if let time = HARDate.date(of: entry.startedDateTime) { return time }
        return rows[..<count].last?.time ?? .distantPast
    }
}
