/// Rows of text in columns.
struct Table {
    /// The widest column of a file or a pipe; longer cells stand out of their column.
    private static let columnLimit = 100
    /// The fewest characters that a cell is shortened to.
    private static let narrowest = 6
    /// The fewest characters of a line of the last cell, which is broken into lines instead.
    private static let narrowestLine = 16
    private static let gap = "  "

    private var rows: [[Styled]] = []
    private let rightAligned: Set<Int>

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - titles: The titles of the columns.
    ///   - rightAligned: The indices of the columns of numbers.
    init(_ titles: [String], rightAligned: Set<Int> = []) {
        self.rightAligned = rightAligned
        rows.append(titles.map { Styled($0, .dim) })
    }

    /// Adds a row.
    mutating func add(_ cells: [Styled]) {
        rows.append(cells.map { Styled($0.text.printable, $0.style) })
    }

    /// Writes all rows; if they are wider than the terminal, the widest columns are shortened.
    func write(to output: Output) {
        for line in lines(width: output.width) { output.line(line) }
    }

    /// Returns the lines of the table.
    ///
    /// - Parameter width: The number of columns of the terminal, for which the widest cells are shortened in their
    ///   middle, and the last one is broken into lines; nil for whole cells.
    func lines(width: Int?) -> [[Styled]] {
        guard let width else {
            let widths = naturalWidths.map { min($0, Self.columnLimit) }
            return rows.map { row in row.enumerated().flatMap { index, cell in parts(cell, index, widths) } }
        }
        let widths = widths(for: width)
        return rows.flatMap { row -> [[Styled]] in
            let last = row.count - 1
            let lastLines = row[last].text.broken(at: widths[last])
            return lastLines.indices.map { number in
                row.enumerated().flatMap { index, cell in
                    var text = number == 0 ? cell.text.cutInMiddle(to: widths[index]) : ""
                    if index == last { text = lastLines[number] }
                    return parts(Styled(text, cell.style), index, widths)
                }
            }
        }
    }

    private var naturalWidths: [Int] {
        (rows.first ?? []).indices.map { column in rows.map { $0[column].text.count }.max() ?? 0 }
    }

    /// Returns the widths of the columns in a terminal, of which the widest give way first.
    private func widths(for width: Int) -> [Int] {
        var widths = naturalWidths
        let least = widths.indices.map { index -> Int in
            let title = rows.first?[index].text.count ?? 0
            let narrowest = index == widths.count - 1 ? Self.narrowestLine : Self.narrowest
            return min(widths[index], max(title, narrowest))
        }
        let widthOfGaps = Self.gap.count * (widths.count - 1)
        var excess = widths.reduce(0, +) + widthOfGaps - width
        while excess > 0 {
            let shrinkable = widths.indices.filter { widths[$0] > least[$0] }
            guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { return widths }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    private func parts(_ cell: Styled, _ index: Int, _ widths: [Int]) -> [Styled] {
        let padding = Styled(String(repeating: " ", count: max(0, widths[index] - cell.text.count)))
        let isLast = index == widths.count - 1
        switch (rightAligned.contains(index), isLast) {
        case (true, true): return [padding, cell]
        case (true, false): return [padding, cell, Styled(Self.gap)]
        case (false, true): return [cell]
        case (false, false): return [cell, padding, Styled(Self.gap)]
        }
    }
}

extension String {
    /// Returns the text in lines of at most a number of characters, broken at blanks where there are any.
    fileprivate func broken(at length: Int) -> [String] {
        var lines: [String] = []
        var rest = Substring(self)
        while rest.count > length, length > 0 {
            let room = rest.prefix(length + 1)
            let blank = room.lastIndex(of: " ").flatMap { $0 > room.startIndex ? $0 : nil }
            let end = blank ?? rest.index(rest.startIndex, offsetBy: length)
            lines.append(String(rest[..<end]))
            rest = rest[end...].drop { $0 == " " }
        }
        return lines + [String(rest)]
    }
}
