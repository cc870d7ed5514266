import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A package of a user in a temporary folder, which is removed with this object.
final class UserPackage {
    private let folder: URL

    /// Writes a package with one target.
    ///
    /// - Parameters:
    ///   - products: The products of HTTPMock that the target uses.
    ///   - isTest: Whether the target is a test target.
    ///   - source: The only file of the target.
    init(products: [String], isTest: Bool = false, source: String) throws {
        let manager = FileManager.default
        folder = manager.temporaryDirectory.appendingPathComponent("HTTPMockBenchmarks-\(UUID().uuidString)")
        let sources = folder.appendingPathComponent(isTest ? "Tests/User" : "Sources/User")
        try manager.createDirectory(at: sources, withIntermediateDirectories: true)
        try Data(source.utf8).write(to: sources.appendingPathComponent("User.swift"))
        // Sources/HTTPMockBenchmarks/UserPackage.swift
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let dependency = products.isEmpty ? "" : #".package(name: "HTTPMock", path: "\#(package.path)")"#
        let uses = products.map { #".product(name: "\#($0)", package: "HTTPMock")"# }.joined(separator: ", ")
        let manifest = """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "User", platforms: [.macOS(.v13)], dependencies: [\(dependency)],
                targets: [.\(isTest ? "testTarget" : "target")(name: "User", dependencies: [\(uses)])])
            """
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("Package.swift"))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs a command of the package manager.
    ///
    /// - Returns: The wall time and the processor time of the command with its children, in seconds.
    @discardableResult
    func swift(_ command: String, _ arguments: String...) throws -> (wall: Double, processor: Double) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swift", command, "--package-path", folder.path] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let (start, used) = (ContinuousClock.now, Self.processorTimeOfChildren)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Options.Misuse(text: "swift \(command) of a user's package failed")
        }
        return ((ContinuousClock.now - start) / .seconds(1), Self.processorTimeOfChildren - used)
    }

    /// The processor time of all commands that have ended, in seconds.
    private static var processorTimeOfChildren: Double {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_CHILDREN, &usage)
        #else
            getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        #endif
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
}
