import Foundation
import HTTPMock
import HTTPMockRecording

/// Prints the entries of a file as registrations.
struct SwiftCommand {
    let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws -> ExitStatus {
        let file = try LogFile(arguments.operands[0])
        // The environment of the tool must not turn recording on.
        let cassette = try Cassette(at: file.url, environment: [:])
        Output.standard.text(cassette.swiftSource)
        for problem in cassette.problems { Output.error.text("http-mock: \(problem)") }
        return .fine
    }
}
