import Testing

@testable import check

@Suite struct StructureTests {
    private func findings(
        _ files: [String: String], exceptions: [StructureExceptions.Function] = []
    ) throws -> [String] {
        let folder = try SampleFolder(files)
        return try Structure.check(folder.path, exceptions: exceptions).findings
            .map { $0.replacingOccurrences(of: "\(folder.path)/", with: "") }
    }

    /// The findings of one file, as a module.
    private func findings(_ code: String) throws -> [String] {
        // Lines without a ternary keep the module's share low.
        let rest = String(repeating: "let a = 1\n", count: 500)
        return try findings(["App/File.swift": code, "App/Rest.swift": String(rest.prefix(3_000))])
    }

    private let share = "App: 0 % of the types are found by file name, expected 90 %"

    @Test(arguments: ["App/Engine.swift", "App/HTTPMock.Engine.swift", "App/Engine+Starting.swift"])
    func typeInAFileOfItsNameIsFound(file: String) throws {
        #expect(try findings([file: "struct Engine {}\n", "App/User.swift": "let engine = Engine()\n"]) == [])
    }

    @Test func typeInAnotherFileIsFoundOnlyIfAFileNamesIt() throws {
        let home = ["App/Parts.swift": "struct Engine {}\n"]
        #expect(try findings(home) == [])
        #expect(
            try findings(home.merging(["App/User.swift": "let engine = Engine()\n"]) { $1 }) == [
                share, "App/Parts.swift:1: Engine has no file of its name",
            ])
    }

    @Test(arguments: [
        "// Engine\n", "let a = \"Engine\"\n", "let a = Other.Engine()\n",
        "struct B { enum Engine {}; let e: Engine }\n",
    ])
    func otherUsesOfTheNameAreNoMentions(text: String) throws {
        #expect(try findings(["App/Parts.swift": "struct Engine {}\n", "App/User.swift": text]) == [])
    }

    @Test func privateTypesNeedNoFile() throws {
        let files = ["App/Parts.swift": "private struct Engine {}\n", "App/User.swift": "let engine = Engine()\n"]
        #expect(try findings(files) == [])
    }

    @Test func internalTypesAreMentionedInTheirModuleOnly() throws {
        let user = ["Tool/User.swift": "let engine = Engine()\n"]
        #expect(try findings(user.merging(["App/Parts.swift": "struct Engine {}\n"]) { $1 }) == [])
        #expect(try findings(user.merging(["App/Parts.swift": "package struct Engine {}\n"]) { $1 }).first == share)
    }

    @Test(arguments: ["let kind: Engine.Kind\n", "extension Engine { func b(_ kind: Kind) {} }\n"])
    func smallNestedTypeIsFoundInTheFileOfItsOwner(user: String) throws {
        let small = "struct Engine {\n    enum Kind {}\n}\n"
        #expect(try findings(["App/Engine.swift": small, "App/User.swift": user]) == [])
        let lines = String(repeating: "        case a\n", count: 40)
        let large = "struct Engine {\n    enum Kind {\n\(lines)    }\n}\n"
        #expect(
            try findings(["App/Engine.swift": large, "App/User.swift": user]).last
                == "App/Engine.swift:2: Engine.Kind has no file of its name")
    }

    @Test func typeOfTheFacadeIsMentionedByItsWholeName() throws {
        let home = ["App/Parts.swift": "extension HTTPMock {\n    struct Host {}\n}\n"]
        #expect(try findings(home.merging(["App/User.swift": "let host = Host()\n"]) { $1 }) == [])
        #expect(try findings(home.merging(["App/User.swift": "let host = HTTPMock.Host()\n"]) { $1 }).first == share)
    }

    @Test(arguments: [
        "let a = b ? c : d ? e : f\n", "let a = b ? c ? d : e : f\n", "let a = b ? f(c ? d : e) : g\n",
        "let a = (b ? c : d) ? e : f\n", "let a =\n    b\n    ? c\n    : d ? e : f\n",
        "let a = b ? \"\\(c ? d : e)\" : f\n",
    ])
    func ternaryInATernaryIsFound(code: String) throws {
        #expect(try findings(code).map { $0.suffix(24) } == [": a ternary in a ternary"])
    }

    @Test(arguments: [
        "f(a ? b : c, d ? e : f)\n", "let a = b ? c : d\nlet e = f ? g : h\n",
        "let a = \"\\(b ? c : d)\\(e ? f : g)\"\n",
        "let a = b?.c ?? d\n", "let a = b ? c : d // e ? f : g\n", "let a = b ? c { d ? e : f } : g\n",
    ])
    func otherTernariesAreNotNested(code: String) throws {
        #expect(try findings(code) == [])
    }

    @Test func ternariesAreCountedForThousandLines() throws {
        let ternaries = String(repeating: "let a = b ? c : d\n", count: 2)
        let code = ternaries + String(repeating: "let a = 1\n", count: 98)
        #expect(
            try findings(["App/File.swift": code])
                == ["App: 20.0 ternaries for 1,000 lines, at most 12 are allowed"])
    }

    private func function(decisions: Int) -> String {
        "struct Engine {\n    func run(for a: A) {\n"
            + String(repeating: "        if a { b() }\n", count: decisions)
            + "        switch a {\n        case .b: c()\n        case .d: e()\n        }\n    }\n}\n"
    }

    @Test func functionWithManyDecisionsIsFound() throws {
        #expect(try findings(function(decisions: 14)) == [])
        #expect(
            try findings(function(decisions: 15))
                == ["App/File.swift:2: Engine.run has 15 decisions, at most 14 are allowed"])
    }

    @Test func exceptionAllowsItsFunctionAndIsReportedOnceUnneeded() throws {
        let exceptions = [StructureExceptions.Function(file: "File.swift", name: "Engine.run", reason: "")]
        #expect(try findings(["App/File.swift": function(decisions: 15)], exceptions: exceptions) == [])
        #expect(
            try findings(["App/File.swift": function(decisions: 14)], exceptions: exceptions)
                == ["exceptions: Engine.run in File.swift has at most 14 decisions"])
    }

    @Test func exceptionIsUnneededIfOnlyAnotherFileHasSuchAFunction() throws {
        let exceptions = ["First.swift", "Second.swift"]
            .map { StructureExceptions.Function(file: $0, name: "Engine.run", reason: "") }
        let files = ["App/First.swift": function(decisions: 14), "App/Second.swift": function(decisions: 15)]
        #expect(
            try findings(files, exceptions: exceptions)
                == ["exceptions: Engine.run in First.swift has at most 14 decisions"])
    }

    @Test(arguments: ["if", "guard", "while", "for", "catch", "??", "&&", "||", "case"])
    func wordIsADecision(word: String) {
        let tokens = SwiftToken.all(in: ["a \(word) b"])
        #expect(Expressions.decisionCount(in: tokens[...]) == 1)
    }

    @Test(arguments: ["f(for: a)", "f(a, if: b)", "case .a: b()", "a?.b"])
    func otherUsesAreNoDecision(code: String) {
        let tokens = SwiftToken.all(in: [code])
        #expect(Expressions.decisionCount(in: tokens[...]) == 0)
    }

    @Test func tupleThatAnotherFileNamesIsFound() throws {
        let user = ["App/User.swift": "let pair: Pair\n"]
        let pair = ["App/File.swift": "typealias Pair = (a: Int, b: Int)\n"]
        #expect(try findings(pair) == [])
        #expect(
            try findings(pair.merging(user) { $1 })
                == ["App/File.swift:1: another file names the tuple Pair; make it a struct"])
        let function = ["App/File.swift": "typealias Pair = @Sendable (Int, Int) -> Void\n"]
        #expect(try findings(function.merging(user) { $1 }) == [])
    }

    @Test func longFileIsFound() throws {
        let code = String(repeating: "let a = 1\n", count: 401)
        #expect(try findings(["App/File.swift": code]) == ["App/File.swift: 401 lines, at most 400 are allowed"])
    }

    @Test func figuresAndFullFoldersArePrinted() throws {
        let files = Dictionary(uniqueKeysWithValues: (1...16).map { ("App/Parts/F\($0).swift", "let a = 1\n") })
        let folder = try SampleFolder(files)
        let notes = try Structure.check(folder.path, exceptions: []).notes
        #expect(notes.count == 3 && notes[1].hasPrefix("App ") && notes[2].hasSuffix("App/Parts: 16 files"))
    }

    @Test func othersAreCheckedForTheNamesOfTheirFilesOnly() throws {
        let folder = try SampleFolder([
            "A/App/File.swift": "let a = 1\n", "B/Tests/File.swift": "let a = b ? c : d ? e : f\n",
        ])
        #expect(try Structure.check("\(folder.path)/A", others: ["\(folder.path)/B"], exceptions: []).findings == [])
    }
}
