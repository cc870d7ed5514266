// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "HTTPMock",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "HTTPMock", targets: ["HTTPMock"]),
        .library(name: "HTTPMockTesting", targets: ["HTTPMockTesting"]),
        .library(name: "HTTPMockRecording", targets: ["HTTPMockRecording"]),
    ],
    targets: [
        .target(name: "HTTPMock"),
        .target(name: "HTTPMockTesting", dependencies: ["HTTPMock", "HTTPMockRecording"]),
        .target(name: "HTTPMockRecording", dependencies: ["HTTPMock"]),
        .executableTarget(name: "HTTPMockBenchmarks", dependencies: ["HTTPMock", "HTTPMockRecording"]),
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(name: "HTTPMockTests", dependencies: ["HTTPMock", "TestSupport"]),
        .testTarget(
            name: "HTTPMockRecordingTests", dependencies: ["HTTPMock", "HTTPMockRecording", "TestSupport"],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "HTTPMockTestingTests",
            dependencies: ["HTTPMock", "HTTPMockTesting", "HTTPMockRecording", "TestSupport"],
            exclude: ["__Cassettes__"]),
    ]
)
