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
        let process = Process()
        process.executableURL = products.appendingPathComponent("NotesCommand")
        process.arguments = arguments
        process.environment = ["API_BASE_URL": service.absoluteString]
        let pipe = Pipe()
        process.standardOutput = pipe
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { process in
                let output = String(
                    decoding: pipe.fileHandleForReading.readDataToEndOfFile(),
                    as: UTF8.self)
                continuation.resume(
                    returning: Outcome(
                        status: process.terminationStatus,
                        output: output.trimmingCharacters(in: .newlines)))
            }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
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
