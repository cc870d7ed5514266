import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite struct EditDistanceTests {
    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("users", "user", 1), ("form", "from", 1),
        ("caf\u{E9}", "cafe\u{301}", 2),
    ]) func editsAreCounted(one: String, other: String, count: Int) {
        #expect(EditDistance.between(one, other) == count)
        #expect(EditDistance.between(other, one) == count)
    }

    @Test func limitChangesNoDistanceThatMatters() {
        var random = SeededGenerator(seed: 1)
        func text() -> String {
            String((0..<Int.random(in: 0...8, using: &random)).map { _ in "abc".randomElement(using: &random) ?? "a" })
        }
        for _ in 0..<5_000 {
            let (one, other) = (text(), text())
            let distance = EditDistance.between(one, other)
            for limit in 0...8 {
                let limited = EditDistance.between(one, other, upTo: limit)
                #expect(min(limited, limit + 1) == min(distance, limit + 1), "\(one) \(other) \(limit)")
            }
        }
    }

    @Test func longTextsThatAreNotNearAreComparedQuickly() {
        let one = String(repeating: "ab", count: 100_000)
        let other = String(repeating: "cd", count: 100_000)
        #expect(!EditDistance.areNear(one, other))
    }

    @Test func folderOfAFileMakesNoFileNear() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).resources")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("{}".utf8).write(to: folder.appendingPathComponent("user.json"))
        let bundle = try #require(Bundle(path: folder.path))
        #expect(
            EditDistance.nearestFiles(to: "a/long/folder/use.json", in: bundle) == "; the nearest are \"user.json\"")
        #expect(EditDistance.nearestFiles(to: "a/long/folder/invoices.pdf", in: bundle) == "")
    }
}
