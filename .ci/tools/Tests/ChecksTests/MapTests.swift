import Foundation
import Testing

@testable import check

@Suite struct MapTests {
    private static let code = """
        /// The parts of an instance.
        package protocol EngineExtension {
            /// The largest body.
            var bodyLimit: Int { get }
            func answer(_ request: Int) -> Int
        }
        extension EngineExtension {
            package var bodyLimit: Int { 0 }
        }
        final class Contract: EngineExtension {
            private let state = Locked(State())
            /// Updates of the log.
            let updates = DispatchQueue(label: "a")
            func answer(_ request: Int) -> Int {
                let other = Locked(0)
                switch request {
                case .body, .failure: 1
                case .wire(let a): 2
                }
                switch request {
                case .body: 1
                case .failure, .wire: 2
                default: 3
                }
            }
        }
        enum Content {
            case body(Int)
            case failure, wire
            var count: Int { 1 }
        }
        // Comments cite a heading (FoundationOnLinux.md, "The work
        // queue").
        """

    /// A package with that page of the architecture.
    private func package(_ page: String, code: String = code) throws -> SampleFolder {
        try SampleFolder([
            "Sources/HTTPMock/Engine/Engine.swift": code, "Tests/A.swift": "",
            Map.pages[0]: page, Map.pages[1]: "## The work queue\n", Map.pages[2]: "A page.\n",
        ])
    }

    private func written(_ header: String) throws -> [String] {
        let folder = try package("A\n<!-- map: \(header) -->\nold\n<!-- end of map -->\nB\n")
        let map = Map(folder.path)
        #expect(
            try map.check().findings
                == ["\(Map.pages[0]): the section \(header) differs from the code; check map --write"])
        #expect(try map.check(writes: true).findings == [])
        #expect(try map.check().findings == [])
        let text = contents(of: "\(folder.path)/\(Map.pages[0])")
        #expect(text.hasPrefix("A\n<!-- map: \(header) -->\n\n") && text.hasSuffix("\n\n<!-- end of map -->\nB\n"))
        return text.components(separatedBy: "\n").filter { $0.hasPrefix("| `") || $0.hasPrefix("- ") }
    }

    @Test func stateBehindALockHasItsSummary() throws {
        let other =
            "/// Counts\n/// what is ``here``.\n///\n/// More.\nfinal class Counter {\n    static let count = Locked(0)\n}\n"
        #expect(try written("state") == ["| `Contract` | `state` |  |"])
        let folder = try package("<!-- map: state -->\n<!-- end of map -->\n", code: Self.code + "\n" + other)
        _ = try Map(folder.path).check(writes: true)
        #expect(
            contents(of: "\(folder.path)/\(Map.pages[0])").contains("| `Counter` | `count` | Counts what is `here`. |"))
    }

    @Test func membersOfExtensionsHaveTheirImplementers() throws {
        #expect(try written("extension") == ["| `bodyLimit` | The largest body. |  |", "| `answer` |  | `Contract` |"])
    }

    @Test func queuesAreListed() throws {
        #expect(try written("queues") == ["| `Contract.updates` | Updates of the log. |"])
    }

    @Test func switchOverAllCasesIsListed() throws {
        #expect(try written("switches Content") == ["- `Contract.answer` in `Sources/HTTPMock/Engine/Engine.swift`"])
    }

    @Test func creatorsAndPagesAreListed() throws {
        #expect(try written("creators State") == [])
        #expect(try written("creators Locked") == ["- `Sources/HTTPMock/Engine/Engine.swift`"])
        #expect(try written("pages Found") == ["- `FoundationOnLinux.md`"])
    }

    @Test func switchWithADefaultIsNotListed() throws {
        let file = SwiftFile(path: "A.swift", text: Self.code)
        let found = SwitchStatement.all(in: file)
        #expect(found.map(\.function) == ["Contract.answer", "Contract.answer"])
        #expect(found.map(\.statement.hasDefault) == [false, true])
        #expect(found[0].statement.cases == ["body", "failure", "wire"])
    }

    @Test func unknownSectionIsAnError() throws {
        let folder = try package("<!-- map: other -->\n<!-- end of map -->\n")
        #expect(throws: MapError.self) { try Map(folder.path).check() }
    }

    @Test(arguments: [
        "`Contract`", "`Contract.state`", "`Engine/Engine.swift`", "`Engine`", "`.build/a`, `swift test`",
    ])
    func nameOfTheCodeIsKnown(name: String) throws {
        let folder = try package("See \(name).\n```\n`Nobody`\n```\n")
        try ".build/a".write(toFile: "\(folder.path)/.gitignore", atomically: true, encoding: .utf8)
        #expect(try Map(folder.path).check().findings == [])
    }

    @Test(arguments: ["`Nobody`", "`Contract.nothing`", "`Engine/Nothing.swift`", "`Nothing/`"])
    func unknownNameIsFoundWithItsLine(name: String) throws {
        let folder = try package("A.\nSee \(name).\n")
        #expect(try Map(folder.path).check().findings == ["\(Map.pages[0]):2: the code has no \(name)"])
    }

    @Test func factsAboutFoundationMayNameAnything() {
        let text = "Foundation locks `_lock`. HTTPMock unlocks `_other`\nand `third`. Then `fourth`.\n"
        #expect(CitedNames(in: text, ofClaimsOnly: true).count == 2)
        #expect(CitedNames(in: text, ofClaimsOnly: false).count == 4)
    }

    @Test func citedHeadingMustExist() throws {
        let folder = try package("", code: "// (FoundationOnLinux.md, \"Nothing\" and \"The work queue\")\n")
        #expect(
            try Map(folder.path).check().findings.contains(
                "Sources/HTTPMock/Engine/Engine.swift: \(Map.pages[1]) has no heading \"Nothing\""))
    }
}
