import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A user's package in a temporary folder, which this object removes when released.
final class UserPackage {
    private let folder: URL

    /// Writes a package with one target.
    ///
    /// - Parameters:
    ///   - products: The products that the target uses.
    ///   - peer: The folder of the package that has the products; nil for HTTPMock.
    ///   - isTest: Whether the target is a test target.
    ///   - source: The text of the target's only file.
    init(products: [String], of peer: URL? = nil, isTest: Bool = false, source: String) throws {
        let manager = FileManager.default
        folder = manager.temporaryDirectory.appendingPathComponent("HTTPMockBenchmarks-\(UUID().uuidString)")
        let kind = isTest ? "testTarget" : "target"
        let sources = folder.appendingPathComponent(isTest ? "Tests/User" : "Sources/User")
        try manager.createDirectory(at: sources, withIntermediateDirectories: true)
        try Data(source.utf8).write(to: sources.appendingPathComponent("User.swift"))
        // This file is Sources/HTTPMockBenchmarks/UserPackage.swift.
        let own = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let package = peer ?? own
        let name = peer?.lastPathComponent ?? "HTTPMock"
        var dependency = ""
        if !products.isEmpty { dependency = #".package(name: "\#(name)", path: "\#(package.path)")"# }
        let uses = products.map { #".product(name: "\#($0)", package: "\#(name)")"# }.joined(separator: ", ")
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "User", platforms: [.macOS(.v13)], dependencies: [\(dependency)],
                targets: [.\(kind)(name: "User", dependencies: [\(uses)])])
            """
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("Package.swift"))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Builds the package from nothing.
    ///
    /// - Returns: The processor time of the build, in seconds.
    func cleanBuild() throws -> Double {
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(".build"))
        // Resolving and loading the manifest is not part of the figure.
        try swift("package", "describe")
        return try swift("build", "--disable-index-store")
    }

    /// Runs a command of the package manager.
    ///
    /// - Returns: The processor time of the command with its children, in seconds.
    @discardableResult
    func swift(_ command: String, _ arguments: String...) throws -> Double {
        let log = folder.appendingPathComponent("log")
        try Data().write(to: log)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swift", command, "--package-path", folder.path] + arguments
        process.standardOutput = try FileHandle(forWritingTo: log)
        process.standardError = process.standardOutput
        let used = Self.processorTimeOfChildren
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let output = try String(contentsOf: log, encoding: .utf8)
            throw Options.Failure(text: "swift \(command) of a user's package failed:\n\(output)")
        }
        return Self.processorTimeOfChildren - used
    }

    /// The processor time of all commands that have ended, in seconds.
    private static var processorTimeOfChildren: Double {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_CHILDREN, &usage)
        #else
            getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        #endif
        let times = [usage.ru_utime, usage.ru_stime]
        return times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
}
