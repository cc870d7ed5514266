/// The figures of a module, in one line.
struct Figures {
    private static let (nameWidth, figureWidth) = (28, 10)

    static let heading =
        "module".padding(to: nameWidth)
        + ["files", "code", "tokens", "types", "functions", "named", "found", "ternaries", "nested", ">14"]
        .map { $0.padding(before: figureWidth) }.joined()

    let line: String

    init(of module: SwiftModule) {
        let ternaries = module.ternaries
        let figures: [String] = [
            "\(module.sources.count)",
            "\(module.lineCount)",
            "\(module.sources.reduce(0) { $0 + $1.tokens.reduce(0) { $0 + $1.size } })",
            "\(module.sources.reduce(0) { $0 + $1.declarations.count })",
            "\(module.sources.reduce(0) { $0 + $1.functions.count })",
            "\(module.named.count)",
            "\(module.share) %",
            Self.rate(ternaries.count, for: module.lineCount),
            "\(ternaries.count { $0.ternary.isNested })",
            "\(module.sources.reduce(0) { $0 + Structure.deepFunctions(in: $1).count })",
        ]
        line =
            module.name.padding(to: Self.nameWidth)
            + figures.map { $0.padding(before: Self.figureWidth) }.joined()
    }

    /// Returns a number for 1,000 lines, with one digit after the point.
    static func rate(_ count: Int, for lines: Int) -> String {
        let tenths = lines == 0 ? 0 : count * 10_000 / lines
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    fileprivate func padding(before width: Int) -> String {
        String(repeating: " ", count: max(1, width - count)) + self
    }
}
