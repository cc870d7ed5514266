import Foundation
import HTTPMock
import HTTPMockRecording

/// Prints the entries of a file as registrations, with their secrets masked unless `--reveal` is given.
struct SwiftCommand {
    let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws -> ExitStatus {
        let file = try LogFile(arguments.operands[0])
        // The environment of the tool must not turn recording on.
        let cassette = try Cassette(at: file.url, environment: [:])
        if arguments.has(.reveal) {
            Output.error.text("http-mock: the secrets of the file are shown. To fix this, omit --reveal.")
        }
        Output.standard.text(arguments.has(.reveal) ? cassette.swiftSource : cassette.maskedSwiftSource)
        noteWebSockets(of: cassette)
        for problem in cassette.problems { Output.error.text("http-mock: \(problem)") }
        return .fine
    }

    /// Reports WebSockets that are missing, because a session plays none.
    private func noteWebSockets(of cassette: Cassette) {
        let count = cassette.webSockets.webSockets.count
        guard count > 0 else { return }
        Output.error.text(
            """
            http-mock: \(count.counted("WebSocket")) of the file left out, because a session plays none. To fix this, \
            register MockResponse.webSocket { socket in … }, or play the file with http-mock serve.
            """)
    }
}
