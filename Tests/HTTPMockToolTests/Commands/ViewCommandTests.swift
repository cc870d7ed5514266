import Foundation
import TestSupport
import Testing

/// `http-mock view`, run as a user runs it.
@Suite(.bounded) struct ViewCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> ToolRun {
        try await ToolRun(arguments, in: folder.url, environment: environment)
    }

    @Test func viewWritesAPageAndPrintsItsPath() async throws {
        try folder.write(SampleHAR.document(SampleHAR.entry()), to: "shop.har")
        let run = try await run("view", "shop.har", "--output", "page.html")
        #expect(run.output.hasSuffix("/page.html\n"))
        #expect(try folder.text(of: "page.html").hasPrefix("<!DOCTYPE html>"))
        #expect(run.status == 0)
    }

    @Test func viewWritesAPageForEachFile() async throws {
        for name in ["a/shop.har", "b/shop.har", "c.har"] {
            let folder = folder.url.appendingPathComponent(name).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let entry = SampleHAR.entry("GET", "https://api.example.com/of-\(name.prefix(1))")
            try self.folder.write(SampleHAR.document(entry), to: name)
        }
        let run = try await run("view", "a/shop.har", "b/shop.har", "c.har", "--output", "a")
        let names = ["a/shop.html", "a/shop-2.html", "a/c.html"]
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 3 && zip(lines, names).allSatisfy { $0.hasSuffix("/\($1)") }, "\(lines)")
        for (name, path) in zip(names, ["of-a", "of-b", "of-c"]) {
            #expect(try folder.text(of: name).contains(path))
        }
        #expect(run.status == 0)
        let refused = try await self.run("view", "a/shop.har", "c.har", "--output", "page.html")
        #expect(refused.error.contains("several files need several pages. To fix this, give --output a folder"))
        #expect(refused.status == 2)
        let printed = try await self.run("view", "a/shop.har", "c.har", "--output", "-")
        #expect(printed.output == "" && printed.status == 2)
    }

    @Test func filesWhosePagesWouldHaveOneNameGetPagesOfTheirOwn() async throws {
        let names = ["x/a.har", "y/a.har", "a-2.har"]
        for (number, name) in names.enumerated() {
            let parent = folder.url.appendingPathComponent(name).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            let entry = SampleHAR.entry("GET", "https://api.example.com/of-\(number)")
            try folder.write(SampleHAR.document(entry), to: name)
        }
        let run = try await ToolRun(["view"] + names + ["--output", "x"], in: folder.url)
        let pages = run.output.split(separator: "\n").map { URL(fileURLWithPath: String($0)).lastPathComponent }
        #expect(pages == ["a.html", "a-2.html", "a-2-2.html"])
        for (number, page) in pages.enumerated() {
            #expect(try folder.text(of: "x/\(page)").contains("of-\(number)"), "\(page)")
        }
        #expect(run.status == 0)
    }

    @Test func viewWritesIntoTheTemporaryFolder() async throws {
        try folder.write(SampleHAR.document(SampleHAR.entry()), to: "shop.har")
        let run = try await run("view", "shop.har", environment: ["TMPDIR": folder.url.path])
        let path = run.output.trimmingCharacters(in: .newlines)
        #expect(path.hasPrefix(folder.url.path) && path.hasSuffix("/shop.html"))
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(run.status == 0)
    }

    @Test func viewOfAMissingLogSaysHowATestWritesIt() async throws {
        let run = try await run("view", "network-log-a.har")
        #expect(run.error.hasPrefix("http-mock: there is no file network-log-a.har. To fix this, name a recording"))
        #expect(run.error.hasSuffix("swift test --attachments-path .build/attachments\n"))
        #expect(run.status == 2)
    }

    @Test func viewIntoAMissingFolderIsAnError() async throws {
        try folder.write(SampleHAR.document(), to: "shop.har")
        let run = try await run("view", "shop.har", "--output", "none/page.html")
        #expect(run.error.contains("none/page.html can't be written"))
        #expect(run.status == 2)
    }
}
