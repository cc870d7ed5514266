import Foundation

/// A part of a maintainers' page that the code decides.
enum MapSection: String {
    /// The folders of the core, the highest first.
    case layers
    /// The folders of the other modules.
    case modules
    /// The state of the core behind a lock.
    case state
    /// The state of the other modules behind a lock.
    case others
    /// The members of `EngineExtension`, and who implements them.
    case `extension`
    /// The dispatch queues of the core.
    case queues
    /// The functions with a `switch` over all cases of an enum, which the compiler asks to extend.
    case switches
    /// The files with functions that create a value of a type.
    case creators
    /// The pages whose names begin with a word.
    case pages

    func text(of code: MapCode, argument: String) -> String {
        switch self {
        case .layers: layers()
        case .modules: modules(code)
        case .state: state(code)
        case .others: others(code)
        case .extension: members(code)
        case .queues: queues(code)
        case .switches: switches(over: argument, code)
        case .creators: creators(of: argument, code)
        case .pages: pages(argument, code)
        }
    }

    private static let core = "HTTPMock"

    private func layers() -> String {
        let order = LayerOrder.folders[Self.core]?.reversed() ?? []
        let rows = order.map { folder in
            ["`\(folder)`", LayerOrder.purposes[folder] ?? ""]
        }
        return table(["folder", "purpose"], rows)
    }

    private func modules(_ code: MapCode) -> String {
        let rows = code.modules.filter { $0 != Self.core && $0 != "HTTPMockBenchmarks" }.map { module in
            let order = LayerOrder.folders[module]?.reversed().map { "`\($0)`" } ?? []
            return [module, order.isEmpty ? "none" : order.joined(separator: ", ")]
        }
        return table(["module", "folders, the highest first"], rows)
    }

    private func state(_ code: MapCode) -> String {
        var rows: [[String]] = []
        for file in code.files(of: Self.core) {
            let owners = Dictionary(grouping: locked(in: file)) { $0.outer.joined(separator: ".") }
            for (owner, properties) in owners {
                let names = properties.map { "`\($0.name)`" }.sorted().joined(separator: ", ")
                rows.append(["`\(owner)`", names, summary(of: owner, with: properties, in: file)])
            }
        }
        return table(["owner", "state", "summary"], rows.sorted { $0[0] < $1[0] })
    }

    /// Returns the summary of an only property, or else of its owner.
    private func summary(of owner: String, with properties: [SwiftFile.Property], in file: SwiftFile) -> String {
        let own = properties.count == 1 ? file.summary(above: properties[0].line) : ""
        if !own.isEmpty { return own }
        let type = file.declarations.first { $0.qualifiedName == owner }
        return type.map { file.summary(above: $0.lines.lowerBound) } ?? ""
    }

    private func others(_ code: MapCode) -> String {
        let rows = code.modules.filter { $0 != Self.core }.compactMap { module -> [String]? in
            let names = code.files(of: module).flatMap { locked(in: $0) }.map { "`\($0.qualifiedName)`" }
            return names.isEmpty ? nil : [module, names.sorted().joined(separator: ", ")]
        }
        return table(["module", "state"], rows)
    }

    /// The properties that have their value behind a lock, without the lock inside of `Locked` itself.
    private func locked(in file: SwiftFile) -> [SwiftFile.Property] {
        file.properties.filter { property in
            let calls = [["Locked", "<"], ["Locked", "("], ["NSLock", "("]]
            return calls.contains { creates($0, in: property.words) } && property.outer != ["Locked"]
        }
    }

    private func members(_ code: MapCode) -> String {
        let name = "EngineExtension"
        let types = code.files.flatMap(\.declarations).filter { $0.conformances.contains(name) }.map(\.name)
        let extended = code.files.flatMap(\.extensions).filter { $0.conformances.contains(name) }.map(\.name)
        let conforming = Set(types + extended)
        guard let home = code.files.first(where: { $0.declarations.contains { $0.name == name } }),
            let type = home.declarations.first(where: { $0.name == name })
        else { return "" }
        let requirements = home.tokens.indices.filter { index in
            type.lines.contains(home.tokens[index].line) && ["func", "var"].contains(home.tokens[index].text)
        }
        let rows = requirements.map { index in
            let member = home.tokens[index + 1].text
            let implementers = conforming.filter { implements(member, $0, code) }.sorted().map { "`\($0)`" }
            return ["`\(member)`", home.summary(above: home.tokens[index].line), implementers.joined(separator: ", ")]
        }
        return table(["member", "summary", "implemented by"], rows)
    }

    private func implements(_ member: String, _ type: String, _ code: MapCode) -> Bool {
        code.files.contains { file in
            file.functions.contains { $0.name == member && $0.outer.last == type }
                || file.properties.contains { $0.name == member && $0.outer.last == type }
        }
    }

    private func queues(_ code: MapCode) -> String {
        let rows = code.files(of: Self.core).flatMap { file -> [[String]] in
            let properties = file.properties.filter { creates(["DispatchQueue", "("], in: $0.words) }
            let lines = Set(properties.map(\.line))
            let named = properties.map { ["`\($0.qualifiedName)`", file.summary(above: $0.line)] }
            let others = file.tokens.indices.filter { index in
                file.tokens[index].text == "DispatchQueue" && file.tokens[index + 1].text == "("
                    && !lines.contains(file.tokens[index].line)
            }
            return named
                + others.compactMap { index in
                    file.functions.last { $0.body.contains(index) }
                        .map { ["`\($0.qualifiedName)`", file.summary(above: $0.line)] }
                }
        }
        return table(["queue, or the function that creates one", "summary"], rows.sorted { $0[0] < $1[0] })
    }

    private func creates(_ call: [String], in words: [String]) -> Bool {
        words.indices.contains { words[$0...].starts(with: call) }
    }

    private func switches(over name: String, _ code: MapCode) -> String {
        let cases = Set(code.cases(of: name))
        let found = code.files.flatMap { file in
            SwitchStatement.all(in: file).filter { !cases.isEmpty && $0.statement.cases == cases }
                .map { "- `\($0.function)` in `\(file.path)`" }
        }
        return found.isEmpty ? "- no function" : Set(found).sorted().joined(separator: "\n")
    }

    private func creators(of type: String, _ code: MapCode) -> String {
        let found = code.files.filter { file in
            file.functions.contains { creates([type, "("], in: file.tokens[$0.body].map(\.text)) }
        }
        return found.map { "- `\($0.path)`" }.sorted().joined(separator: "\n")
    }

    private func pages(_ beginning: String, _ code: MapCode) -> String {
        let names = code.paths.filter { $0.hasPrefix(beginning) && $0.hasSuffix(".md") }
        return names.sorted().map { "- `\($0)`" }.joined(separator: "\n")
    }

    private func table(_ head: [String], _ rows: [[String]]) -> String {
        // A link to a symbol would be relative to the page.
        let cells = rows.map { $0.map { $0.replacingOccurrences(of: "``", with: "`") } }
        let lines = [head, head.map { _ in "---" }] + cells
        return lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }
}
