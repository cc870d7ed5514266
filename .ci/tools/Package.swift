// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "checks",
    targets: [
        .executableTarget(name: "check"),
        .testTarget(name: "ChecksTests", dependencies: ["check"]),
    ]
)
