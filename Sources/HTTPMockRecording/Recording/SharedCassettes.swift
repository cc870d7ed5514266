import Foundation
import HTTPMock

/// The cassettes that several tests of this process share.
///
/// Process-wide, because the tests that share a file may be in different suites.
enum SharedCassettes {
    /// The playing of one file by the tests of this run.
    private struct Run: Sendable {
        /// The name of the file.
        var name: String
        /// The descriptions of the file's entries, by number.
        var entries: [Int: String] = [:]
        /// The numbers of the entries that no test has played so far.
        var unplayed: Set<Int> = []
    }

    /// The runs by the paths of their files.
    private static let runs = Locked<[String: Run]>([:])
    /// The paths of the files that a test has recorded into.
    private static let recorded = Locked<Set<String>>([])

    /// The first read registers the reports at the exit of the process.
    private static let reportAtExit: Void = {
        atexit { for text in SharedCassettes.reports() { StandardError.report(text) } }
    }()

    /// Returns whether a test of this process has recorded into a file.
    static func wasRecorded(_ url: URL) -> Bool { recorded.withLock { $0.contains(url.followingLinks.path) } }

    /// Notes that a test of this process has recorded into a file.
    static func noteRecording(_ url: URL) { _ = recorded.withLock { $0.insert(url.followingLinks.path) } }

    /// Notes the entries that a test has not played, and reports them at exit unless another test plays them.
    static func note(_ url: URL, entries: [Cassette.Entry], unplayed: Set<Int>) {
        runs.withLock { runs in
            let path = url.followingLinks.path
            var run = runs[path] ?? Run(name: url.lastPathComponent, unplayed: unplayed)
            run.unplayed.formIntersection(unplayed)
            for entry in entries { run.entries[entry.number] = entry.description }
            runs[path] = run
        }
        // The flush is registered first, because exit handlers run in reverse order.
        _ = StandardError.flushAtExit
        _ = reportAtExit
    }

    /// Returns a report for each file with entries that no test of the run played.
    ///
    /// - Parameter url: The only file to report; nil for all files.
    static func reports(for url: URL? = nil) -> [String] {
        var runs = runs.withLock { $0 }
        if let path = url?.followingLinks.path { runs = runs.filter { $0.key == path } }
        let runsByPath = runs.sorted { $0.key < $1.key }.map(\.value)
        return runsByPath.filter { !$0.unplayed.isEmpty }.map(report)
    }

    private static func report(of run: Run) -> String {
        let descriptions = run.unplayed.sorted().compactMap { run.entries[$0] }
        let lines = descriptions.map { "  \($0)" }.joined(separator: "\n")
        return "HTTPMock: no test of this run played these entries of \(run.name)\n\(lines)\n"
            + "  To fix this, if all of its tests have run, record them again: HTTPMOCK_RECORD=all"
    }
}
