/// Rows of text in columns.
struct Table {
    /// The most characters of a cell.
    static let cellLimit = 100
    /// The fewest characters that a cell is shortened to.
    private static let narrowest = 20

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

    /// Adds a row; its last cell is never cut.
    mutating func add(_ cells: [Styled]) {
        rows.append(
            cells.enumerated().map { index, cell in
                var text = cell.text.printable
                if index < cells.count - 1 { text = text.cut(to: Self.cellLimit) }
                return Styled(text, cell.style)
            })
    }

    /// Writes all rows; if they are wider than the terminal, the widest column is shortened.
    func write(to output: Output) {
        for line in lines(width: output.width) { output.line(line) }
    }

    /// Returns the lines of the table.
    ///
    /// - Parameter width: The number of columns of the terminal, for which the widest cells are shortened in their
    ///   middle; nil for whole cells.
    func lines(width: Int?) -> [[Styled]] {
        var rows = rows
        var widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].text.count }.max() ?? 0 }
        let excess = widths.reduce(0, +) + 2 * (widths.count - 1) - (width ?? .max)
        if excess > 0, let widest = widths.dropLast().indices.max(by: { widths[$0] < widths[$1] }) {
            widths[widest] = max(widths[widest] - excess, min(widths[widest], Self.narrowest))
            for index in rows.indices {
                let cell = rows[index][widest]
                rows[index][widest] = Styled(cell.text.cutInMiddle(to: widths[widest]), cell.style)
            }
        }
        return rows.map { row in row.enumerated().flatMap { index, cell in parts(cell, index, widths) } }
    }

    private func parts(_ cell: Styled, _ index: Int, _ widths: [Int]) -> [Styled] {
        let gap = Styled(String(repeating: " ", count: widths[index] - cell.text.count))
        let isLast = index == widths.count - 1
        switch (rightAligned.contains(index), isLast) {
        case (true, true): return [gap, cell]
        case (true, false): return [gap, cell, Styled("  ")]
        case (false, true): return [cell]
        case (false, false): return [cell, gap, Styled("  ")]
        }
    }
}
