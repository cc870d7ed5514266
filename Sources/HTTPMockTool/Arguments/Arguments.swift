import HTTPMock

/// The words after the name of a command, checked against the table of options.
struct Arguments: Sendable {
    let command: Command
    private(set) var operands: [String] = []
    private(set) var wantsHelp = false
    /// The values of each given option; an empty one for an option without a value.
    private var values: [Option.Name: [String]] = [:]

    /// Parses the words after the name of a command.
    ///
    /// Operands and options come in any order, and `--` ends the options.
    ///
    /// - Throws: ``ToolError`` for an unknown option, a missing or wrong value, and missing, wrong or too many
    ///   operands.
    init(_ words: some Sequence<String>, of command: Command) throws(ToolError) {
        self.command = command
        var words = Array(words)[...]
        while let word = words.popFirst() {
            if word == "--" {
                operands += words
                break
            }
            if word == "--help" || word == "-h" {
                wantsHelp = true
            } else if let long = Option.Name.short[word] {
                try read(long.flag, &words)
            } else if word.hasPrefix("-"), word != "-" {
                try read(word, &words)
            } else {
                operands.append(word)
            }
        }
        if !wantsHelp { try checkOperands() }
    }

    /// Reads an option, with its value from the same word or the next one.
    private mutating func read(_ word: String, _ words: inout ArraySlice<String>) throws(ToolError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let option = command.options.first(where: { $0.name.flag == parts[0] }) else {
            throw unknownOption(String(parts[0]))
        }
        guard let placeholder = option.value.placeholder else {
            guard parts.count == 1 else {
                throw ToolError(
                    "\(option.name.flag) has no value. To fix this, write \(option.name.flag) without \"=\".")
            }
            values[option.name] = [""]
            return
        }
        var value = ""
        if parts.count == 2 {
            value = String(parts[1])
        } else if let next = words.first, !next.hasPrefix("--") {
            // A word with two dashes is the next option.
            value = words.removeFirst()
        }
        guard !value.isEmpty else {
            throw ToolError("\(option.name.flag) needs a value. To fix this, write \(option.name.flag) \(placeholder).")
        }
        try check(value, of: option)
        values[option.name, default: []].append(value)
    }

    private func check(_ value: String, of option: Option) throws(ToolError) {
        switch option.value {
        case .none, .text: break
        case .choice(let names):
            if names.contains(value) { return }
            throw ToolError(
                "\(option.name.flag) is \(value.debugDescription). To fix this, write \(names.joined(separator: ", "))."
            )
        case .number(_, let range):
            if let number = Int(value), range.contains(number) { return }
            throw ToolError(
                "\(option.name.flag) is \(value.debugDescription). To fix this, write a number from \(range.lowerBound) to "
                    + "\(range.upperBound).")
        case .age:
            if Self.duration(value) != nil { return }
            throw ToolError(
                "\(option.name.flag) is \(value.debugDescription). To fix this, write a number of days, hours or minutes: "
                    + "90d, 12h, 30m.")
        }
    }

    private func unknownOption(_ flag: String) -> ToolError {
        let known = command.options.map(\.name.flag) + ["--help"]
        let nearest = Command.nearName(to: flag, among: known)
        let others = Option.all.filter { $0.name.flag == flag }.flatMap(\.commands).map(\.rawValue)
        var hint = ""
        if !others.isEmpty {
            hint = " It is one of \(others.joined(separator: " and "))."
        } else if let nearest {
            hint = " Did you mean \(nearest)?"
        }
        return ToolError(
            "http-mock \(command.rawValue) has no option \(flag).\(hint) To fix this, see http-mock "
                + "\(command.rawValue) --help.")
    }

    private func checkOperands() throws(ToolError) {
        if let names = command.operandNames, let operand = operands.first, !names.contains(operand) {
            throw ToolError(
                "\(operand.debugDescription) is none of \(names.joined(separator: ", ")). To fix this, write it as in: "
                    + command.example)
        }
        if operands.isEmpty {
            throw ToolError("\(command.operands) is missing. To fix this, write it as in: \(command.example)")
        }
        if operands.count > 1, !command.acceptsSeveralOperands {
            throw ToolError(
                "\(operands.count) operands are one or more too many. To fix this, write it as in: \(command.example)")
        }
    }

    /// Returns whether an option was given.
    func has(_ name: Option.Name) -> Bool { values[name] != nil }

    /// Returns the last text of an option; nil if the option was not given.
    func text(_ name: Option.Name) -> String? { values[name]?.last }

    /// Returns all texts of an option.
    func texts(_ name: Option.Name) -> [String] { values[name] ?? [] }

    /// Returns the number of an option; nil if the option was not given.
    func number(_ name: Option.Name) -> Int? { text(name).flatMap { Int($0) } }

    /// Returns the age of an option; nil if the option was not given.
    func age(_ name: Option.Name) -> Duration? { text(name).flatMap(Self.duration) }

    /// Parses `90d`, `12h` or `30m`; nil for any other text.
    private static func duration(_ text: String) -> Duration? {
        let seconds: [Character: Int] = ["m": 60, "h": 3_600, "d": 86_400]
        // More would be thousands of years in days.
        let counts = 0..<1_000_000
        guard let unit = text.last.flatMap({ seconds[$0] }), let count = Int(text.dropLast()), counts.contains(count)
        else { return nil }
        return .seconds(count * unit)
    }
}
