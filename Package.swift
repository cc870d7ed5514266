// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "HTTPMock",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "HTTPMock", targets: ["HTTPMock"]),
        .library(name: "HTTPMockTesting", targets: ["HTTPMockTesting"]),
        .library(name: "HTTPMockContract", targets: ["HTTPMockContract"]),
    ],
    targets: [
        .target(name: "HTTPMock"),
        .target(name: "HTTPMockTesting", dependencies: ["HTTPMock"]),
        .target(name: "HTTPMockContract", dependencies: ["HTTPMock"]),
        .executableTarget(name: "HTTPMockBenchmarks", dependencies: ["HTTPMock", "HTTPMockContract"]),
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(name: "HTTPMockTests", dependencies: ["HTTPMock", "TestSupport"]),
        .testTarget(name: "HTTPMockTestingTests", dependencies: ["HTTPMock", "HTTPMockTesting", "TestSupport"]),
        .testTarget(
            name: "HTTPMockContractTests",
            dependencies: ["HTTPMock", "HTTPMockContract", "HTTPMockTesting", "TestSupport"]),
    ]
)
