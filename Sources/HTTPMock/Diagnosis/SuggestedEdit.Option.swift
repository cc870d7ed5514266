extension SuggestedEdit {
    /// One way to fix a registration, which may need a text in the registration's source.
    struct Option: Sendable {
        /// The sentence or clause that says what to write.
        let text: String
        /// The text that the source must have; nil if any source will do.
        var written: String?
        /// The text that has to come before the written text in the source; nil for none.
        var marker: String?
        /// The location of the source.
        let location: CallSite

        /// Creates the sentence of a change, which names the text to write, the text to replace and its location.
        ///
        /// - Parameters:
        ///   - written: The text in the source that is to be replaced.
        ///   - suggested: The text to write.
        ///   - kind: The kind of the text, as in `the method `; empty if the text shows it.
        ///   - place: The value that the text belongs to, as in ` of id in .json(…)`.
        static func change(
            _ written: String, to suggested: String, kind: String = "", place: String = "", at location: CallSite
        ) -> Option {
            Option(
                text: "Did you mean \(suggested)? Change \(kind)\(written)\(place) at \(location).", written: written,
                location: location)
        }

        func isPossible(in files: SourceFiles) -> Bool {
            guard let written else { return true }
            return files.contains(written, after: marker, at: location)
        }
    }
}
