import Foundation

/// Measures the processor time that HTTPMock adds to a user's clean debug build.
enum BuildBenchmark {
    static func run(_ options: Options) async throws -> [Section] {
        // Builds take longer than the rest of a quick run.
        guard !options.isQuick || options.names.contains("build") else { return [] }
        var packages = [
            ("nothing", try package([])), ("HTTPMock", try package(["HTTPMock"])),
            ("HTTPMock and HTTPMockTesting", try package(["HTTPMock", "HTTPMockTesting"])),
        ]
        for peer in options.peers { packages.append((peer.product, try package([peer.product], of: peer.folder))) }
        var samples = packages.map { _ in Samples() }
        // The packages are built in turn, so that a change of the machine's speed affects all of them.
        for _ in 0..<options.count(3, quick: 1) {
            for (index, (_, package)) in packages.enumerated() { samples[index].add(try package.cleanBuild()) }
        }
        let names = packages.map { $0.0 }
        // All other packages are compared with the first one, "nothing".
        let otherNames = Array(names.dropFirst())
        let over = samples.dropFirst().map { $0 - samples[0] }
        func rows(_ names: [String], _ samples: [Samples]) -> [Section.Row] {
            zip(names, samples).map { Section.Row($0, $1) }
        }
        var sections = [
            Section(title: "clean debug build, s of processor time", rows: rows(names, samples)),
            Section(title: "the same over nothing", rows: rows(otherNames, over)),
        ]
        // The last peer is the last package.
        if let unit = over.last, let peer = options.peers.last {
            let ratios = rows(otherNames, over.map { $0.ratio(to: unit) })
            sections.append(Section(title: "the same, \(peer.product) is 1", digits: 2, rows: ratios))
        }
        return sections
    }

    private static func package(_ products: [String], of peer: URL? = nil) throws -> UserPackage {
        let imports = products.map { "import \($0)\n" }.joined()
        return try UserPackage(
            products: products, of: peer,
            source: """
                import Foundation
                #if canImport(FoundationNetworking)
                import FoundationNetworking
                #endif
                \(imports)public let session = URLSession.shared
                """)
    }
}
