import Foundation
import HTTPMock

extension HTTPMock {
    /// Compares `requestSummary` with the expected lines.
    ///
    /// ```swift
    /// mock.expectRequests {
    ///     """
    ///     POST /auth/phone
    ///     POST /auth/sms
    ///     """
    /// }
    /// ```
    ///
    /// A failure, at the caller's line, shows the difference line by line.
    ///
    /// - Parameter expected: The lines; white space at either end is ignored.
    public func expectRequests(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ expected: () -> String
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let actual = requestSummary
        let wanted = expected().trimmingCharacters(in: .whitespacesAndNewlines)
        guard wanted != actual else { return }
        let difference = LineDifference(from: wanted, to: actual)
        FailureReporter.failNow(
            "HTTPMock: the requests differ from the expected ones\n\(difference)", at: location, for: self)
    }

    /// Writes `requestSummary` into the source file, at this call, and fails once.
    ///
    /// Run the test, review the lines that were written, and run the test again. Nothing is written in CI, where the
    /// variable `CI` is set, or if the call can't be located safely. The failure then contains the lines to paste.
    /// Write the call as `expectRequests()`, once in its line.
    public func expectRequests(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        FailureReporter.failNow(SourceWriter.shared.write(requestSummary, at: location), at: location, for: self)
    }
}
