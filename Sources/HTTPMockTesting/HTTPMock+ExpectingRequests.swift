import Foundation
import HTTPMock

extension HTTPMock {
    /// Compares `requestSummary` with what is expected.
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
    /// - Parameter expected: The lines; white space at either end doesn't count.
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
            "HTTPMock: other requests than expected arrived\n\(difference)", at: location, for: self)
    }

    /// Writes `requestSummary` into the source file, at this call, and fails once.
    ///
    /// Run the test, look at what was written, and run it again. In CI, where `CI` is set, and where the call can't be
    /// found for certain, nothing is written, and the failure has the lines to paste. To be written as
    /// `expectRequests()`, once in its line.
    public func expectRequests(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        FailureReporter.failNow(SourceWriter.shared.write(requestSummary, at: location), at: location, for: self)
    }
}
