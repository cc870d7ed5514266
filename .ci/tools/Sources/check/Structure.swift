/// Checks that a reader finds a type by its file, and understands a body at once.
///
/// - Types that another file names are found by the name of their file: at least 90 % in each module.
/// - No ternary is nested, and a module has at most 12 for 1,000 lines of code.
/// - A function has at most 14 decisions, except those of ``StructureExceptions``.
/// - No alias of a tuple is named in another file. A file has at most 400 lines.
///
/// Folders with more than 15 files are printed, and are no mistakes.
///
/// A name alone is no mention of a type: `Kind` in a file that has a `Kind` of its own means that one. So a nested type
/// is mentioned by `Outer.Kind`, and by `Kind` inside of `Outer`; a type of a module is mentioned where no nearer
/// type has its name, and in another module only if the type is package or public.
enum Structure {
    private static let (shareLimit, ternaryLimit, decisionLimit) = (90, 12, 14)
    private static let (lineLimit, fileLimit) = (400, 15)

    /// Checks all modules of a folder.
    ///
    /// - Parameters:
    ///   - root: The folder of the modules.
    ///   - others: Folders of modules of which only the names of files are checked.
    ///   - exceptions: The functions that may have more decisions.
    static func check(
        _ root: String, others: [String] = [],
        exceptions: [StructureExceptions.Function] = StructureExceptions.functions
    ) throws -> Report {
        var modules = SwiftModule.all(below: root)
        var findings = modules.flatMap { shareMistakes(of: $0) + lengthMistakes(in: $0) }
        findings += modules.flatMap { bodyMistakes(in: $0, exceptions: exceptions) }
        findings += exceptionMistakes(exceptions, in: modules.flatMap(\.sources))
        let otherModules = others.flatMap { SwiftModule.all(below: $0) }
        findings += otherModules.flatMap(shareMistakes)
        modules += otherModules
        var report = Report(findings, of: modules.reduce(0) { $0 + $1.sources.count }, "files")
        report.notes = [Figures.heading] + modules.map { Figures(of: $0).line } + modules.flatMap(folderNotes)
        return report
    }

    private static func lengthMistakes(in module: SwiftModule) -> [String] {
        module.sources.filter { $0.lineCount > lineLimit }
            .map { "\($0.path): \($0.lineCount) lines, at most \(lineLimit) are allowed" }
    }

    private static func bodyMistakes(in module: SwiftModule, exceptions: [StructureExceptions.Function]) -> [String] {
        var findings: [String] = []
        let ternaries = module.ternaries
        if ternaries.count * 1_000 > ternaryLimit * module.lineCount {
            let rate = Figures.rate(ternaries.count, for: module.lineCount)
            findings.append("\(module.path): \(rate) ternaries for 1,000 lines, at most \(ternaryLimit) are allowed")
        }
        for (path, ternary) in ternaries where ternary.isNested {
            findings.append("\(path):\(ternary.line + 1): a ternary in a ternary")
        }
        for file in module.sources {
            for (function, count) in deepFunctions(in: file)
            where !exceptions.contains(where: { $0.describes(function, in: file.path) }) {
                findings.append(
                    "\(file.path):\(function.line + 1): \(function.qualifiedName) has \(count) decisions, at most "
                        + "\(decisionLimit) are allowed")
            }
        }
        return findings + aliasMistakes(in: module.sources)
    }

    private static func shareMistakes(of module: SwiftModule) -> [String] {
        guard module.share < shareLimit else { return [] }
        let missed = module.named.filter { !$0.isFound }
        let share = "\(module.path): \(module.share) % of the types are found by file name, expected \(shareLimit) %"
        return [share]
            + missed.map {
                "\($0.path):\($0.declaration.lines.lowerBound + 1): \($0.declaration.qualifiedName) has no file of its name"
            }
    }

    private static func aliasMistakes(in files: [SwiftFile]) -> [String] {
        let mentions = Mentions(files)
        return files.flatMap { file in
            file.tupleAliases.compactMap { alias in
                let line = alias.line...alias.line
                let type = SwiftFile.Declaration(name: alias.name, outer: alias.outer, access: .internal, lines: line)
                guard mentions.areThere(of: type, outside: file.path) else { return nil }
                return "\(file.path):\(alias.line + 1): another file names the tuple \(alias.name); make it a struct"
            }
        }
    }

    /// Returns the functions of a file with too many decisions.
    static func deepFunctions(in file: SwiftFile) -> [(function: SwiftFile.Function, count: Int)] {
        file.functions.compactMap { function in
            let count = Expressions.decisionCount(in: file.tokens[function.body])
            return count > decisionLimit ? (function, count) : nil
        }
    }

    private static func exceptionMistakes(
        _ exceptions: [StructureExceptions.Function], in files: [SwiftFile]
    ) -> [String] {
        let unneeded = exceptions.filter { exception in
            !files.contains { file in
                deepFunctions(in: file).contains { exception.describes($0.function, in: file.path) }
            }
        }
        var findings = unneeded.map { "exceptions: \($0.name) in \($0.file) has at most \(decisionLimit) decisions" }
        if exceptions.count > StructureExceptions.limit {
            findings.append("exceptions: \(exceptions.count), at most \(StructureExceptions.limit) are allowed")
        }
        return findings
    }

    private static func folderNotes(of module: SwiftModule) -> [String] {
        let folders = Dictionary(grouping: module.sources) { file in
            file.path.split(separator: "/").dropLast().joined(separator: "/")
        }
        return folders.filter { $0.value.count > fileLimit }.sorted { $0.key < $1.key }
            .map { "\($0.key): \($0.value.count) files" }
    }
}
