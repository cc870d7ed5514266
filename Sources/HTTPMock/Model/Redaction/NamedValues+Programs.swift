extension NamedValues {
    /// Returns whether a text is a program, by the marks of functions and declarations.
    static func isProgram(_ bytes: [UInt8]) -> Bool {
        isScript(bytes, orHas: ["){", ") {", "func ", "def "])
    }

    /// Returns whether a text is a script, by the marks of JavaScript, as a page with scripts is.
    static func isScript(_ bytes: [UInt8], orHas others: [StaticString] = []) -> Bool {
        guard bytes.contains("("), bytes.contains("{") else { return false }
        let marks: [StaticString] = others + ["function(", "function ", "=>", "const ", "var ", "let "]
        return marks.contains { bytes.contains($0) }
    }

    /// Returns whether a value between two quotes of a script may be a secret, and is neither code nor a label.
    ///
    /// If a quote in a regular expression or a template is read as the end of a string, the code between two strings
    /// looks quoted: `"&sid=" + session + "&lang="`. A label repeats a word of its name, as in
    /// `requestCookies: "Request cookies"`.
    static func mayBeSecret(inScript value: ArraySlice<UInt8>, named name: String) -> Bool {
        guard !isCode(value) else { return false }
        let own = name.split(separator: ".").last?.lowercased()
        let text = String(decoding: value, as: UTF8.self).lowercased()
        // `{key: "selectItem"}`, `document.cookie = "a=" + b`
        if own == "key" || own == "cookie" { return false }
        // `fetch(url, {credentials: "include"})`
        if ["include", "omit", "same-origin"].contains(text) { return false }
        let hasDigit = text.utf8.contains(where: \.isASCIIDigit)
        let repeatsItsName = Redaction.words(of: name).contains { $0.count > 3 && text.contains($0) }
        return hasDigit || !repeatsItsName
    }

    /// Returns whether a text between two quotes is code, by its first and last bytes and its line breaks.
    private static func isCode(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, let last = text.last else { return true }
        if "+,):;]}?&|=. \n![(".utf8.contains(first) { return true }
        return last == UInt8(ascii: "(") || text.contains(UInt8(ascii: "\n"))
    }
}
