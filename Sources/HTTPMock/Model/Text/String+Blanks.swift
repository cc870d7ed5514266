extension String {
    /// The text without spaces and tabs at its ends.
    var withoutOuterBlanks: String {
        guard let first = utf8.first, let last = utf8.last else { return self }
        guard ByteSet.blanks.contains(first) || ByteSet.blanks.contains(last) else { return self }
        let start = utf8.drop(while: ByteSet.blanks.contains)
        guard let end = start.lastIndex(where: { !ByteSet.blanks.contains($0) }) else { return "" }
        return String(Substring(start[...end]))
    }
}
