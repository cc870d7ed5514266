import Foundation
import HTTPMock

/// A cassette's treatment of requests that are in its file, and of other requests.
public enum RecordMode: String, Sendable, Hashable, CaseIterable {
    /// Plays the file; a request that is not in it is unmocked.
    case none
    /// Plays the file if it exists; otherwise records all answers of the network.
    case missing
    /// Plays the file, and appends the network's answers to other requests.
    case new
    /// Sends all requests to the network, and replaces the file.
    case all
    /// Plays the file and also asks the network, to report how the answers differ.
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
            return environment["CI"] != nil && self != .verify ? .none : self
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

extension Cassette {
    /// Opens the cassette that the environment names; nil if it names none.
    ///
    /// `HTTPMOCK_CASSETTE` is the path of a file, with the mode in `HTTPMOCK_RECORD`, ``RecordMode/none`` unless given.
    /// `STUB_NAME` and `STUB_PATH` are Stubborn Network's variables for the name of a test and a folder; their file is
    /// recorded if it is missing.
    ///
    /// - Parameter environment: The variables, such as `ProcessInfo.processInfo.environment`.
    /// - Throws: `HTTPMockError` as the initializer with a URL.
    public convenience init?(environment: [String: String]) throws {
        if let path = environment["HTTPMOCK_CASSETTE"] {
            try self.init(
                at: URL(fileURLWithPath: path), record: .none, options: Options(), environment: environment,
                owner: "the cassette of HTTPMOCK_CASSETTE", command: "run the program with HTTPMOCK_RECORD=missing")
            return
        }
        switch (environment["STUB_NAME"], environment["STUB_PATH"]) {
        case (nil, nil): return nil
        case (let name?, let folder?):
            let url = URL(fileURLWithPath: folder).appendingPathComponent(StubbornNetworkFile.name(for: name))
            try self.init(
                at: url, record: .missing, options: Options(), environment: environment,
                owner: "the cassette of STUB_NAME", command: "run the program with HTTPMOCK_RECORD=missing")
        default:
            throw HTTPMockError(
                "one of STUB_NAME and STUB_PATH is set without the other. To fix this, set both, or HTTPMOCK_CASSETTE.")
        }
    }
}
