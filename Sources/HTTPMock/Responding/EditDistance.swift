/// Counts the characters to insert, remove or replace between two texts.
enum EditDistance {
    /// Returns the Levenshtein distance of two texts.
    static func between(_ one: [Character], _ other: [Character]) -> Int {
        var row = Array(0...other.count)
        for (index, character) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, otherCharacter) in other.enumerated() {
                let replaced = diagonal + (character == otherCharacter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
