import Foundation

/// Measures the time that the dependency adds to a clean build.
enum BuildBenchmark {
    static func run(_ options: Options) async throws -> [Section] {
        // A build takes longer than the rest of a quick run.
        guard !options.isQuick else { return [] }
        var rows: [Section.Row] = []
        for configuration in ["debug", "release"] {
            let without = try seconds(toBuild: configuration, withDependency: false)
            let with = try seconds(toBuild: configuration, withDependency: true)
            rows += [
                Section.Row("\(configuration), empty target", without),
                Section.Row("\(configuration), the same that imports HTTPMock", with),
            ]
        }
        return [Section(title: "build of a target from clean, s", rows: rows)]
    }

    private static func seconds(toBuild configuration: String, withDependency: Bool) throws -> Double {
        let manager = FileManager.default
        let folder = manager.temporaryDirectory.appendingPathComponent("HTTPMockBenchmarks-\(UUID().uuidString)")
        defer { try? manager.removeItem(at: folder) }
        let sources = folder.appendingPathComponent("Sources/User")
        try manager.createDirectory(at: sources, withIntermediateDirectories: true)
        let source = withDependency ? "import HTTPMock\nlet mock = HTTPMock()\n" : "let mock = 0\n"
        try Data(source.utf8).write(to: sources.appendingPathComponent("User.swift"))
        try Data(manifest(withDependency: withDependency).utf8).write(
            to: folder.appendingPathComponent("Package.swift"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swift", "build", "-c", configuration, "--package-path", folder.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let start = ContinuousClock.now
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Options.Misuse(text: "the build of a user's target failed") }
        return (ContinuousClock.now - start) / .seconds(1)
    }

    private static func manifest(withDependency: Bool) -> String {
        // Sources/HTTPMockBenchmarks/BuildBenchmark.swift
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let dependencies =
            withDependency ? #".package(name: "HTTPMock", path: "\#(package.path)")"# : ""
        let products = withDependency ? #".product(name: "HTTPMock", package: "HTTPMock")"# : ""
        return """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "User", platforms: [.macOS(.v13)], dependencies: [\(dependencies)],
                targets: [.target(name: "User", dependencies: [\(products)])])
            """
    }
}
