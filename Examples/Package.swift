// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    dependencies: [
        .package(name: "HTTPMock", path: "..")
    ],
    targets: [
        .executableTarget(
            name: "QuickStart",
            dependencies: [.product(name: "HTTPMock", package: "HTTPMock")]),
        .target(name: "WeatherClient"),
        .testTarget(
            name: "WeatherClientTests",
            dependencies: [
                "WeatherClient", .product(name: "HTTPMock", package: "HTTPMock"),
                .product(name: "HTTPMockTesting", package: "HTTPMock"),
            ],
            resources: [.process("Fixtures")]),
        .target(name: "Shop"),
        .testTarget(
            name: "ShopTests",
            dependencies: [
                "Shop", .product(name: "HTTPMock", package: "HTTPMock"),
                .product(name: "HTTPMockTesting", package: "HTTPMock"),
                .product(name: "HTTPMockContract", package: "HTTPMock"),
                .product(name: "HTTPMockContractTesting", package: "HTTPMock"),
            ],
            resources: [.copy("Fixtures/shop.openapi.yaml")]),
        .target(name: "SignIn"),
        .testTarget(
            name: "SignInTests",
            dependencies: [
                "SignIn", .product(name: "HTTPMock", package: "HTTPMock"),
                .product(name: "HTTPMockTesting", package: "HTTPMock"),
            ]),
        .target(name: "Notes"),
        .testTarget(
            name: "NotesTests",
            dependencies: [
                "Notes", .product(name: "HTTPMock", package: "HTTPMock"),
                .product(name: "HTTPMockTesting", package: "HTTPMock"),
                .product(name: "HTTPMockContract", package: "HTTPMock"),
            ],
            resources: [.copy("Fixtures/notes.openapi.yaml")]),
        .target(name: "Catalog"),
        .testTarget(
            name: "CatalogTests",
            dependencies: [
                "Catalog", .product(name: "HTTPMock", package: "HTTPMock"),
                .product(name: "HTTPMockTesting", package: "HTTPMock"),
                .product(name: "HTTPMockContract", package: "HTTPMock"),
                .product(name: "HTTPMockContractTesting", package: "HTTPMock"),
            ],
            resources: [.copy("Fixtures/catalog.graphqls")]),
        .executableTarget(name: "NotesCommand"),
        .testTarget(
            name: "NotesCommandTests",
            dependencies: [
                "NotesCommand", .product(name: "HTTPMock", package: "HTTPMock"),
                .product(name: "HTTPMockServer", package: "HTTPMock"),
                .product(name: "HTTPMockTesting", package: "HTTPMock"),
            ],
            resources: [.process("Fixtures")]),
        .target(name: "Storefront"),
        .testTarget(
            name: "StorefrontTests",
            dependencies: [
                "Storefront", .product(name: "HTTPMock", package: "HTTPMock"),
                .product(name: "HTTPMockTesting", package: "HTTPMock"),
            ]),
        .executableTarget(
            name: "Journal",
            dependencies: [
                .product(name: "HTTPMock", package: "HTTPMock"),
                .product(name: "HTTPMockRecording", package: "HTTPMock"),
            ]),
        .testTarget(
            name: "JournalTests",
            dependencies: ["Journal", .product(name: "HTTPMockRecording", package: "HTTPMock")]),
        .target(name: "Chat"),
        .testTarget(
            name: "ChatTests",
            dependencies: [
                "Chat", .product(name: "HTTPMock", package: "HTTPMock"),
                .product(name: "HTTPMockServer", package: "HTTPMock"),
                .product(name: "HTTPMockTesting", package: "HTTPMock"),
            ]),
        .target(name: "Recipes"),
        .testTarget(
            name: "RecipesTests",
            dependencies: [
                "Recipes", .product(name: "HTTPMock", package: "HTTPMock"),
                .product(name: "HTTPMockTesting", package: "HTTPMock"),
            ]),
        .testTarget(
            name: "RegistrationTests",
            dependencies: [
                .product(name: "HTTPMock", package: "HTTPMock"), .product(name: "HTTPMockTesting", package: "HTTPMock"),
            ]),
    ]
)
