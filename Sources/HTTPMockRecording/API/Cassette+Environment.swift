import Foundation
import HTTPMock

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
