import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// The task of another process, which is this very program.
enum WritingTask {
    static let variable = "HTTPMOCK_RECORDING_PROCESS"
    /// The task of this process; nil in the one that runs all tests.
    static let task = ProcessInfo.processInfo.environment[variable]?.components(separatedBy: "|")
    /// The running program, where the tests are one of their own.
    static let program = CommandLine.arguments.first.flatMap { path in
        path.hasSuffix(".xctest") && FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }

    /// Runs a task in another process.
    static func run(_ task: String...) async throws -> (status: Int32, text: String) {
        let environment = ProcessInfo.processInfo.environment.merging([variable: task.joined(separator: "|")]) { $1 }
        let arguments = ["--testing-library", "swift-testing", "--filter", "HTTPMockRecordingTests.WritingProcess/"]
        return await Subprocess.run(try #require(program), arguments, environment: environment)
    }
}

/// The work of another process, which ``ProcessTests`` starts.
@Suite(.enabled(if: WritingTask.task != nil, "run in a process of its own")) struct WritingProcess {
    @Test func records() throws {
        let task = try #require(WritingTask.task)
        let file = URL(fileURLWithPath: task[1])
        switch task[0] {
        case "append":
            for number in 0..<30 {
                let asked = try request("https://a.com/\(task[2])/\(number)")
                try Cassette.record([.of(asked, "reply \(number)", at: Date())], into: file, .new)
            }
        case "die":
            signal(SIGXFSZ, SIG_DFL)
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGXFSZ)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            // The system ends a process that writes beyond the limit, after it has written that much.
            var limit = rlimit(rlim_cur: try #require(UInt(task[2])), rlim_max: rlim_t.max)
            #if canImport(Darwin)
                setrlimit(RLIMIT_FSIZE, &limit)
            #else
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #endif
            try Cassette.record(
                [.of(try request("https://a.com/new"), String(repeating: "new ", count: 5_000))], into: file)
        default: Issue.record("no such task")
        }
    }
}

@Suite(.enabled(if: WritingTask.program != nil, "needs a program with the tests in it")) struct ProcessTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test func processesThatRecordIntoOneFileLoseNothing() async throws {
        async let first = WritingTask.run("append", folder.file().path, "first")
        async let second = WritingTask.run("append", folder.file().path, "second")
        let isDone = Locked(false)
        // Whoever reads meanwhile finds a whole file.
        let reader = Task.detached { [folder] in
            var count = 0
            while !isDone.withLock({ $0 }) {
                guard FileManager.default.fileExists(atPath: folder.file().path) else { continue }
                let found = try Cassette.open(folder.file()).entries.count
                #expect(found >= count)
                count = found
                await Task.yield()
            }
        }
        let outputs = try await [first, second]
        isDone.withLock { $0 = true }
        try await reader.value
        for output in outputs { #expect(output.status == 0, "\(output.text)") }
        #expect(Set(try Cassette.open(folder.file()).entries.map(\.url)).count == 60)
        #expect(try folder.names == ["shop.har"])
    }

    @Test(arguments: [0, 1, 700, 4_096, 20_000])
    func processThatIsKilledWhileItWritesLeavesTheOldFile(byteCount: Int) async throws {
        let old = try request("https://a.com/old")
        try Cassette.record([.of(old, "old")], into: folder.file())
        let before = try Data(contentsOf: folder.file())
        let output = try await WritingTask.run("die", folder.file().path, "\(byteCount)")
        #expect(output.status == -SIGXFSZ, "\(output.text)")
        #expect(try Data(contentsOf: folder.file()) == before)
        // The files that the killed process left disturb nobody.
        try Cassette.record([.of(old, "newer")], into: folder.file())
        #expect(try Cassette.open(folder.file()).played(old) == "newer")
        #expect(try folder.names == ["shop.har"])
    }
}
