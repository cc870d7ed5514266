import Foundation

/// The names between backticks of a page and those of its drawings, without the lists that are written from the code.
struct CitedNames {
    private let names: [(line: Int, text: String)]

    var count: Int { names.count }

    /// Reads the names of a page.
    ///
    /// - Parameters:
    ///   - text: The page.
    ///   - isOfClaims: Whether only sentences about HTTPMock count, next to sentences about Foundation.
    init(in text: String, ofClaimsOnly isOfClaims: Bool) {
        var isSkipped = false
        // In a drawing the names of types have no backticks.
        var isDrawing = false
        var names: [(Int, String)] = []
        // The sentence that has not ended, with the names in it.
        var sentence = ""
        for (number, line) in text.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("```") { isDrawing = line == "```text" && !isOfClaims }
            if line.hasPrefix("```") { isSkipped.toggle() }
            if isDrawing {
                names += line.matches(of: /\b[A-Z]\w*[a-z][A-Z]\w*/).map { (number + 1, String($0.0)) }
            }
            if line.hasPrefix("<!-- map: ") { isSkipped = true }
            if line.hasPrefix("<!-- end of map") { isSkipped = false }
            if line.isEmpty { sentence = "" }
            guard !isSkipped else { continue }
            let parts = line.components(separatedBy: ". ")
            for (index, part) in parts.enumerated() {
                sentence += " \(part)"
                let counts = !isOfClaims || sentence.contains("HTTPMock")
                if counts { names += part.matches(of: /`([^`]+)`/).map { (number + 1, String($0.1)) } }
                if index < parts.count - 1 || part.hasSuffix(".") { sentence = "" }
            }
        }
        self.names = names
    }

    /// Returns the names that the code lacks, each with its line.
    func unknown(to code: MapCode) -> [String] {
        names.filter { !isKnown($0.text, to: code) }.map { "\($0.line): the code has no `\($0.text)`" }
    }

    private func isKnown(_ name: String, to code: MapCode) -> Bool {
        let isCommand = name.contains(#/^(swift|git|check|\.ci/\w+) /#)
        let trimmed = name.hasSuffix("/") ? String(name.dropLast()) : name
        if isCommand || code.paths.contains(trimmed) || code.modules.contains(name) { return true }
        let isFileName = name.contains("/") || name.contains(/\.\w+$/)
        if isFileName, code.scriptText.contains(name) { return true }
        if name.contains("/") || name.hasSuffix(".swift") { return false }
        // Of `Type.member(label:)` the words, without those of an example's literals.
        let words = name.replacing(/"[^"]*"/, with: "").matches(of: /[A-Za-z_]\w*/).map { String($0.0) }
        return words.isEmpty || code.hasFile(with: words)
    }
}
