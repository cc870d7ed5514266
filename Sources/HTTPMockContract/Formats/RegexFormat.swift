/// `regex`: a regular expression of ECMA-262.
///
/// - SeeAlso: [ECMA-262 §22.2](https://tc39.es/ecma262/#sec-regexp-regular-expression-objects)
enum RegexFormat {
    static func matches(_ text: String) -> Bool {
        (try? ECMAScriptPattern.translated(text)) != nil
    }
}
