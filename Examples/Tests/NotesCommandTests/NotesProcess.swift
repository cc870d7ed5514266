import Foundation

/// The command under test, run as a process of its own.
enum NotesProcess {
    struct Outcome: Equatable {
        let status: Int32
        let output: String
    }

    /// Runs the command against a service and waits for its end.
    ///
    /// - Parameters:
    ///   - arguments: The command's arguments.
    ///   - service: The address of the service: the server's `baseURL`.
    static func run(_ arguments: String..., service: URL) async throws
        -> Outcome
    {
        try await withCheckedThrowingContinuation { continuation in
            // A thread of its own, because reading blocks.
            Thread.detachNewThread {
                continuation.resume(
                    with: Result { try outcome(of: arguments, service) })
            }
        }
    }

    private static func outcome(of arguments: [String], _ service: URL) throws
        -> Outcome
    {
        let process = Process()
        process.executableURL = products.appendingPathComponent("NotesCommand")
        process.arguments = arguments
        process.environment = ["API_BASE_URL": service.absoluteString]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        // Reads while the program runs, because the program waits while the pipe is full.
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let output = String(decoding: data, as: UTF8.self)
        return Outcome(
            status: process.terminationStatus,
            output: output.trimmingCharacters(in: .newlines))
    }

    /// The folder where the package's programs are built, next to its tests.
    private static var products: URL {
        let bundle = Bundle.allBundles.first {
            $0.bundlePath.hasSuffix(".xctest")
        }
        return bundle?.bundleURL.deletingLastPathComponent()
            ?? Bundle.main.bundleURL
    }
}
