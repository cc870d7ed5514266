import Foundation
import HTTPMock

/// A cassette's treatment of requests that are in its file, and of other requests.
public enum RecordMode: String, Sendable, Hashable, CaseIterable {
    /// Plays the file; a request that is not in it is unmocked.
    case none
    /// Plays the file if it exists; otherwise records all answers of the network into the file.
    ///
    /// If an earlier test of the run has recorded a file that several tests share, the mode becomes ``new``.
    case missing
    /// Plays the file, and adds the network's answers to other requests; creates a missing file.
    case new
    /// Sends all requests to the network, and replaces the file with the answers.
    ///
    /// A file that several tests share keeps the entries that were not recorded again.
    case all
    /// Plays the file, sends each played request to the network too, and reports how the answers differ.
    case verify

    /// The environment variable that overrides the mode of the code.
    public static let variable = "HTTPMOCK_RECORD"

    /// Returns the mode that is in effect in an environment.
    ///
    /// With `CI` set and no `HTTPMOCK_RECORD`, a mode that records becomes ``none``.
    ///
    /// - Parameter environment: The variables of the process.
    /// - Throws: ``HTTPMockError`` if `HTTPMOCK_RECORD` is no mode.
    func effective(in environment: [String: String]) throws(HTTPMockError) -> RecordMode {
        guard let word = environment[Self.variable] else {
            let isRecordingOff = environment["CI"] != nil && self != .verify
            if isRecordingOff { return .none }
            return self
        }
        guard let mode = RecordMode(rawValue: word) else {
            let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw HTTPMockError(
                "\(Self.variable) is \(word.debugDescription), which is no record mode. To fix this, set it to one of "
                    + "\(words), or unset it.")
        }
        return mode
    }
}
