import Testing

@testable import check

@Suite struct PublicSymbolsTests {
    /// The names that are missing in a graph without a symbol.
    private func names(_ code: String) throws -> [String] {
        let folder = try SampleFolder(["Sources/App/File.swift": code, "Graphs/App.symbols.json": #"{"symbols": []}"#])
        let report = try PublicSymbols.check("\(folder.path)/Sources", graphs: "\(folder.path)/Graphs")
        return report.findings.filter { $0.contains("documentation") }.map {
            String($0.split(separator: " ")[1])
        }
    }

    @Test func symbolIsFoundByItsFileAndLine() throws {
        let code = "public struct Engine {\n    public init() {}\n    public func run() {}\n}\n"
        func symbol(_ line: Int) -> String {
            #"{"location": {"uri": "file:///a/Sources/App/File.swift", "position": {"line": \#(line)}}}"#
        }
        let graph = #"{"symbols": [\#(symbol(0)), \#(symbol(1)), {}]}"#
        let folder = try SampleFolder(["Sources/App/File.swift": code, "Graphs/App.symbols.json": graph])
        let report = try PublicSymbols.check("\(folder.path)/Sources", graphs: "\(folder.path)/Graphs")
        #expect(
            report.findings.map { $0.suffix(42) }
                == ["File.swift:3: run is not in the documentation"].map { $0.suffix(42) })
        #expect(report.summary == "3 public declarations")
    }

    @Test(arguments: [
        "func", "var", "static let", "typealias", "class", "enum", "protocol", "final class", "private(set) var",
    ])
    func publicDeclarationIsMissed(keyword: String) throws {
        #expect(try names("public \(keyword) Name: Int { get }\n") == ["Name"])
        #expect(try names("package \(keyword) Name: Int { get }\n") == [])
    }

    @Test func casesAndRequirementsArePublicWithTheirTypes() throws {
        #expect(
            try names("public enum A {\n    case b\n    func c() { switch d {\n    case .e: f()\n    } }\n}\n") == [
                "A", "b",
            ])
        #expect(try names("public protocol A {\n    func b(_ c: Int)\n    var d: Int { get }\n}\n") == ["A", "b", "d"])
        #expect(try names("enum A {\n    case b\n}\n") == [])
    }

    @Test func membersOfInternalTypesHaveNoDocumentation() throws {
        #expect(
            try names("struct A {\n    public var b: Int { 1 }\n}\nextension A: B {\n    public var c: Int { 1 }\n}\n")
                == [])
        #expect(try names("extension Int {\n    public var c: Int { 1 }\n}\n") == ["c"])
    }

    @Test func markOfADeclarationOrItsTypeHidesIt() throws {
        let mark = "@_documentation(visibility: internal)\n"
        #expect(try names("\(mark)public func a() {}\n") == [])
        #expect(try names("\(mark)@available(*, unavailable)\npublic func a() {}\n") == [])
        #expect(try names("\(mark)public enum A {\n    case b\n}\nextension A {\n    public func c() {}\n}\n") == [])
    }

    @Test func markOfAnExtensionHidesUnavailableMembersOnly() throws {
        let members = "    @available(*, unavailable)\n    public func b() {}\n    public func c() {}\n"
        #expect(try names("@_documentation(visibility: internal)\nextension A {\n\(members)}\n") == ["c"])
        #expect(try names("extension A {\n\(members)}\n") == ["b", "c"])
    }

    @Test(arguments: ["canImport(Darwin)", "os(macOS) || os(iOS)", "!os(Linux)", "canImport(Glibc) && os(macOS)"])
    func codeForOtherSystemsIsLeftOut(condition: String) throws {
        #expect(try names("#if \(condition)\npublic func a() {}\n#else\npublic func b() {}\n#endif\n") == ["b"])
        #expect(
            try names(
                "#if os(Linux) || \(condition)\npublic func a() {}\n#elseif os(Linux)\npublic func b() {}\n#endif\n")
                == ["a"])
    }
}
