import Foundation
import HTTPMock

/// Collects the coverage of a process, and merges it into a file at the end.
///
/// Processes that name the same file wait for each other. Used by any thread.
package final class CoverageCollector: Sendable {
    /// The documented responses of a contract that was loaded, and their uses.
    private struct CollectedContract: Sendable {
        let documented: ContractCoverage
        let uses: CoverageLog
    }

    private struct State: Sendable {
        var contracts: [CollectedContract] = []
        var isWritten = false
    }

    /// The environment variable with the path of the file.
    static let variable = "HTTPMOCK_COVERAGE"

    /// The collector of this process; nil unless the environment names a file.
    package static let ofRun: CoverageCollector? = {
        guard let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty else { return nil }
        // Test runners end a process by `exit`.
        atexit {
            do {
                try CoverageCollector.ofRun?.write()
            } catch {
                FileHandle.standardError.write(Data("\(error)\n".utf8))
            }
        }
        return CoverageCollector(URL(fileURLWithPath: path))
    }()

    private let file: URL
    private let state = Locked(State())

    init(_ file: URL) {
        self.file = file
    }

    /// Adds a contract, whose uses count until the coverage is written.
    func add(_ documented: ContractCoverage, _ uses: CoverageLog) {
        state.withLock { $0.contracts.append(CollectedContract(documented: documented, uses: uses)) }
    }

    /// Merges the coverage into the file, once.
    ///
    /// Without a contract, no file is written.
    ///
    /// - Throws: `HTTPMockError` if the file can't be read or written, or if its text is no coverage.
    package func write() throws {
        let contracts = state.withLock { state -> [CollectedContract] in
            guard !state.isWritten else { return [] }
            state.isWritten = true
            return state.contracts
        }
        guard !contracts.isEmpty else { return }
        do {
            try FileLock.withLock(on: file) {
                var report = CoverageReport()
                if FileManager.default.fileExists(atPath: file.path) { report = try CoverageReport(contentsOf: file) }
                for contract in contracts { report.add(contract.uses.coverage(of: contract.documented)) }
                try report.json.write(to: file, options: .atomic)
            }
        } catch let error as HTTPMockError {
            throw error
        } catch {
            throw HTTPMockError(
                "HTTPMock: the coverage \(file.path) can't be written: \(error.reason). To fix this, correct "
                    + "\(Self.variable): its folder must exist.")
        }
    }
}

/// A lock that processes share, as a file next to the file that they write.
private enum FileLock {
    /// Runs a function while no other process runs a function for the same file.
    static func withLock(on file: URL, _ body: () throws -> Void) throws {
        let path = "\(file.path).lock"
        while true {
            let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
            defer { close(descriptor) }
            while flock(descriptor, LOCK_EX) != 0 {
                // A signal ends the wait without the lock.
                guard errno == EINTR else { throw CocoaError(.fileLocking) }
            }
            // Another process may have deleted the file between the two calls. Then the lock has no effect.
            var lockedFile = stat()
            var currentFile = stat()
            let canCompare = fstat(descriptor, &lockedFile) == 0 && stat(path, &currentFile) == 0
            guard canCompare, lockedFile.st_ino == currentFile.st_ino else { continue }
            defer { unlink(path) }
            return try body()
        }
    }
}
