import Testing

@testable import check

@Suite struct LayersTests {
    private func findings(
        _ files: [String: String], exceptions: [(file: String, type: String)] = []
    ) throws -> [String] {
        let folder = try SampleFolder(files)
        return try Layers.check(folder.path, orders: ["App": ["Low", "High"]], exceptions: exceptions).findings
            .map { $0.replacingOccurrences(of: folder.path, with: "") }
    }

    private let files = ["App/Low/Value.swift": "struct Value {}\n", "App/High/Engine.swift": "struct Engine {}\n"]

    @Test func mentionOfALowerFolderIsAllowed() throws {
        let user = ["App/High/User.swift": "let value = Value()\n", "App/User.swift": "let engine = Engine()\n"]
        #expect(try findings(files.merging(user) { $1 }) == [])
    }

    @Test func mentionOfAHigherFolderIsFoundWithItsLine() throws {
        let user = ["App/Low/User.swift": "import Foundation\nlet engine = Engine()\n"]
        #expect(
            try findings(files.merging(user) { $1 }) == ["/App/Low/User.swift:2: Engine belongs to High"])
    }

    @Test(arguments: ["// Engine\n", "let text = \"Engine\"\n", "let member = Other.Engine\n", "struct Engine {}\n"])
    func otherUsesOfTheNameAreNoMentions(text: String) throws {
        #expect(try findings(files.merging(["App/Low/User.swift": text]) { $1 }) == [])
    }

    @Test func typesOutsideOfFoldersAreAboveAll() throws {
        let more = ["App/Facade.swift": "struct Facade {}\n", "App/High/User.swift": "let facade: Facade\n"]
        #expect(try findings(files.merging(more) { $1 }) == ["/App/High/User.swift:1: Facade belongs to top"])
    }

    @Test func facadeIsAMentionAndItsNamespaceIsNone() throws {
        let facade = ["App/HTTPMock.swift": "struct HTTPMock {}\n"]
        let namespace = "extension HTTPMock {\n}\nlet host: HTTPMock.Host\n"
        #expect(try findings(files.merging(facade) { $1 }.merging(["App/Low/A.swift": namespace]) { $1 }) == [])
        let mention = ["App/Low/A.swift": "let mock: HTTPMock?\n"]
        #expect(
            try findings(files.merging(facade) { $1 }.merging(mention) { $1 }) == [
                "/App/Low/A.swift:1: HTTPMock belongs to top"
            ])
    }

    @Test func exceptionAllowsItsMentionAndIsReportedOnceUnneeded() throws {
        let exceptions = [(file: "Low/User.swift", type: "Engine")]
        let user = ["App/Low/User.swift": "let engine = Engine()\n"]
        #expect(try findings(files.merging(user) { $1 }, exceptions: exceptions) == [])
        #expect(try findings(files, exceptions: exceptions) == ["exceptions: Low/User.swift does not mention Engine"])
    }

    @Test func unknownFoldersAndModulesAreFound() throws {
        let more = ["App/New/File.swift": "struct New {}\n", "Other/File.swift": "struct Other {}\n"]
        #expect(
            try findings(files.merging(more) { $1 }) == [
                "/App/New: is no folder of the order",
                "/Other: no order of its folders is known; add it to LayerOrder.swift",
            ])
    }

    @Test func nothingToCheckIsAFailure() throws {
        #expect(try findings(["README.md": ""]).count == 1)
    }
}
