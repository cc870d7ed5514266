/// The kind of program that a text is; in a program, most values without quotes do not count.
///
/// The media type of a program decides; for any other type, such as that of a page, marks in the text do.
enum Program {
    /// No program.
    case none
    /// JavaScript, a related language or CSS, or a text that has some, in which labels and code look like values.
    case script
    /// A program in another language.
    case other

    /// Whether a word without quotes is a variable.
    var isProgram: Bool { self != .none }

    /// Recognizes a program by its text.
    init(_ bytes: [UInt8]) {
        guard bytes.contains("("), bytes.contains("{") else {
            self = .none
            return
        }
        if Self.scriptMarks.contains(where: { bytes.contains($0) }) {
            self = .script
        } else {
            self = Self.otherMarks.contains { bytes.contains($0) } ? .other : .none
        }
    }

    /// Recognizes a program by its media type, or else by its text.
    init(_ bytes: [UInt8], type: MediaEssence) {
        if type.isProgram {
            self = .script
        } else {
            self.init(bytes)
        }
    }

    /// The marks of JavaScript.
    private static let scriptMarks: [StaticString] = ["function(", "function ", "=>", "const ", "var ", "let "]
    /// The marks of functions in other languages.
    private static let otherMarks: [StaticString] = ["){", ") {", "func ", "def "]
}

extension Program {
    /// Returns whether a value between two quotes of a script may be a secret, and is neither code nor a label.
    ///
    /// If a quote in a regular expression or a template is read as the end of a string, the code between two strings
    /// looks quoted: `"&sid=" + session + "&lang="`. A label repeats a word of its name and has no digit, as in
    /// `requestCookies: "Request cookies"`.
    static func mayBeSecret(inScript value: ArraySlice<UInt8>, named name: String) -> Bool {
        if isCode(value) { return false }
        let own = name.split(separator: ".").last?.lowercased()
        let text = String(decoding: value, as: UTF8.self).lowercased()
        // A key names a choice, and a cookie is put together: `{key: "selectItem"}`, `document.cookie = "a=" + b`.
        if own == "key" || own == "cookie" { return false }
        let hasDigit = text.utf8.contains(where: \.isASCIIDigit)
        let repeatsItsName = Redaction.words(of: name).contains { $0.count > 3 && text.contains($0) }
        return hasDigit || !repeatsItsName
    }

    /// Returns whether a text between two quotes is empty, or code by its first and last bytes and its line breaks.
    private static func isCode(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, let last = text.last else { return true }
        if "+,):;]}?&|=. \n![(".utf8.contains(first) { return true }
        return last == UInt8(ascii: "(") || text.contains(UInt8(ascii: "\n"))
    }
}
