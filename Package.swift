// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "HTTPMock",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "HTTPMock", targets: ["HTTPMock"]),
        .library(name: "HTTPMockTesting", targets: ["HTTPMockTesting"]),
        .library(name: "HTTPMockServer", targets: ["HTTPMockServer"]),
        .library(name: "HTTPMockRecording", targets: ["HTTPMockRecording"]),
        .library(name: "HTTPMockRecordingTesting", targets: ["HTTPMockRecordingTesting"]),
        .library(name: "HTTPMockContract", targets: ["HTTPMockContract"]),
        .library(name: "HTTPMockContractTesting", targets: ["HTTPMockContractTesting"]),
        .executable(name: "http-mock", targets: ["HTTPMockTool"]),
    ],
    targets: [
        .target(name: "HTTPMock"),
        .target(name: "HTTPMockTesting", dependencies: ["HTTPMock"]),
        .target(name: "CEpoll"),
        .target(name: "HTTPMockServer", dependencies: ["HTTPMock", "CEpoll"]),
        .target(name: "HTTPMockRecording", dependencies: ["HTTPMock"]),
        .target(
            name: "HTTPMockRecordingTesting", dependencies: ["HTTPMock", "HTTPMockTesting", "HTTPMockRecording"]),
        .target(name: "HTTPMockContract", dependencies: ["HTTPMock"]),
        .target(
            name: "HTTPMockContractTesting", dependencies: ["HTTPMock", "HTTPMockTesting", "HTTPMockContract"]),
        .executableTarget(
            name: "HTTPMockTool",
            dependencies: ["HTTPMock", "HTTPMockRecording", "HTTPMockServer", "HTTPMockContract"],
            // In the code, because the bundle of a tool that was copied elsewhere is not found.
            resources: [
                "page.css", "details.css", "page.js", "waterfall.js", "rows.js", "bodies.js", "copying.js",
                "details.js",
                "filters.js",
            ].map { .embedInCode("Page/\($0)") }),
        .executableTarget(
            name: "HTTPMockBenchmarks", dependencies: ["HTTPMock", "HTTPMockRecording", "HTTPMockContract"]),
        .target(name: "TestSupport", dependencies: ["HTTPMock"], path: "Tests/TestSupport"),
        .target(
            name: "TestingSupport", dependencies: ["HTTPMock", "HTTPMockTesting", "TestSupport"],
            path: "Tests/TestingSupport"),
        .testTarget(
            name: "HTTPMockTests", dependencies: ["HTTPMock", "HTTPMockRecording", "HTTPMockServer", "TestSupport"]),
        .executableTarget(
            name: "ServedMock", dependencies: ["HTTPMock", "HTTPMockServer"], path: "Tests/ServedMock"),
        .testTarget(
            name: "HTTPMockServerTests",
            dependencies: ["HTTPMock", "HTTPMockServer", "HTTPMockRecording", "HTTPMockContract", "TestSupport"]),
        .testTarget(
            name: "HTTPMockRecordingTests", dependencies: ["HTTPMock", "HTTPMockRecording", "TestSupport"],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "HTTPMockContractTests",
            dependencies: [
                "HTTPMock", "HTTPMockContract", "HTTPMockRecording", "HTTPMockTesting", "TestSupport", "TestingSupport",
            ]),
        .testTarget(
            name: "HTTPMockContractTestingTests",
            dependencies: [
                "HTTPMock", "HTTPMockContract", "HTTPMockContractTesting", "HTTPMockTesting", "TestSupport",
                "TestingSupport",
            ]),
        .testTarget(
            name: "HTTPMockToolTests",
            dependencies: ["HTTPMockTool", "HTTPMock", "HTTPMockContract", "HTTPMockRecording", "TestSupport"]),
        .testTarget(
            name: "HTTPMockTestingTests",
            dependencies: ["HTTPMock", "HTTPMockTesting", "HTTPMockServer", "TestSupport", "TestingSupport"]),
        .testTarget(
            name: "HTTPMockRecordingTestingTests",
            dependencies: [
                "HTTPMock", "HTTPMockTesting", "HTTPMockRecording", "HTTPMockRecordingTesting", "TestSupport",
                "TestingSupport",
            ],
            exclude: ["__Cassettes__"]),
    ]
)
