/// Rows as lines whose columns are as wide as their longest cell.
package struct SweepTable: CustomStringConvertible {
    package let description: String

    package init(_ rows: [[String]]) {
        let columns = (rows.first ?? []).indices
        let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
        description = lines.joined(separator: "\n")
    }
}
