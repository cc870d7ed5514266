import Foundation
import HTTPMock
import Testing
import XCTest

/// Fails the running test, whichever framework runs it.
enum FailureReporter: Sendable {
    /// In one of Swift Testing's tests; from anywhere, also outside its task tree.
    case issues(IssueReporter)
    /// In an XCTest; failures stand where the instance was made, if that is known.
    case failures(SourcePlace?)

    /// The reporter of the test that runs now.
    static var current: FailureReporter {
        if let scope = TestScope.current { return scope.reporter }
        if let test = Test.current { return .issues(IssueReporter(fallback: test.sourceLocation)) }
        return .failures(nil)
    }

    /// Fails the test, and returns once that is noted.
    ///
    /// - Parameters:
    ///   - text: The message.
    ///   - place: Where it stands, nil for the test itself.
    func record(_ text: String, at place: SourcePlace?) async {
        switch self {
        case .issues(let reporter): await reporter.record(text, at: place)
        case .failures(let origin): Self.fail(text, at: place ?? origin)
        }
    }

    /// Waits until all is noted; nothing can be recorded any more.
    func finish() async {
        if case .issues(let reporter) = self { await reporter.finish() }
    }

    /// Fails the running test at once; to be called in its task tree.
    static func failNow(_ text: String, at place: SourcePlace) {
        if Test.current != nil {
            Issue.record(Comment(rawValue: text), sourceLocation: SourceLocation(place))
        } else {
            fail(text, at: place)
        }
    }

    private static func fail(_ text: String, at place: SourcePlace?) {
        if let place {
            XCTFail(text, file: place.filePath, line: place.line)
        } else {
            XCTFail(text)
        }
    }
}

/// Records issues from anywhere as those of the test in whose task tree it was made.
///
/// A test is known by its task's context, which requests and handlers don't have, so the issues are handed to a task
/// that has it.
final class IssueReporter: Sendable {
    private struct Report: Sendable {
        let text: String
        let location: SourceLocation
        let recorded: CheckedContinuation<Void, Never>
    }

    private let reports: AsyncStream<Report>.Continuation
    private let task: Task<Void, Never>
    private let fallback: SourceLocation

    /// - Parameter fallback: Where issues stand that have no place of their own.
    init(fallback: SourceLocation) {
        let (stream, reports) = AsyncStream.makeStream(of: Report.self)
        self.reports = reports
        self.fallback = fallback
        task = Task {
            for await report in stream {
                Issue.record(Comment(rawValue: report.text), sourceLocation: report.location)
                report.recorded.resume()
            }
        }
    }

    deinit {
        reports.finish()
    }

    func record(_ text: String, at place: SourcePlace?) async {
        let location = place.map { SourceLocation($0) } ?? fallback
        await withCheckedContinuation { recorded in
            let outcome = reports.yield(Report(text: text, location: location, recorded: recorded))
            guard case .enqueued = outcome else {
                // The test has ended: nobody is left to fail.
                FileHandle.standardError.write(Data("\(text)\n".utf8))
                return recorded.resume()
            }
        }
    }

    func finish() async {
        reports.finish()
        await task.value
    }
}

extension SourceLocation {
    init(_ place: SourcePlace) {
        self.init(
            fileID: place.fileID.description, filePath: place.filePath.description, line: Int(place.line),
            column: Int(place.column))
    }
}
