import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Bodies from memory and from a file.
enum BodyBenchmark {
    static func run(_ options: Options) async throws -> [Section] {
        let sizes = [
            ("1 KB", 1 << 10, options.count(100, quick: 5)), ("1 MB", 1 << 20, options.count(20, quick: 2)),
            options.isQuick ? ("16 MB", 16 << 20, 1) : ("256 MB", 256 << 20, 1),
        ]
        var ratios: [Section.Row] = []
        var throughputs: [Section.Row] = []
        var peaks: [Section.Row] = []
        for (name, size, requests) in sizes {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("HTTPMockBenchmarks-\(size)")
            defer { try? FileManager.default.removeItem(at: file) }
            // Written, so that it takes real memory and a file has real blocks.
            try Data(repeating: 7, count: size).write(to: file)
            var contest = Contest(rounds: options.count(15, quick: 2))
            let request = try Endpoint.request()
            let contenders = try sessions(size: size, file: file)
            for (way, session, _) in contenders {
                contest.enter(way, repeating: requests) { _ in
                    let body = try await session.data(for: request).0
                    guard body.count == size else { throw URLError(.badServerResponse) }
                }
            }
            let results = try await contest.run()
            for way in ["memory", "file"] {
                var row = results.ratio(way, to: "floor")
                row.name = "\(name), \(row.name)"
                ratios.append(row)
            }
            for (way, samples) in zip(results.names, results.samples) {
                throughputs.append(Section.Row("\(name), \(way)", samples.throughput(ofBytes: size)))
            }
            for (way, session, held) in contenders {
                _ = held
                Memory.forgetPeak()
                let before = Memory.resident
                _ = try await session.data(for: request)
                peaks.append(Section.Row("\(name), \(way)", Double(Memory.peak - before) / 1_000_000))
            }
        }
        return [
            Section(title: "ratios of bodies to the floor, from memory", digits: 2, rows: ratios),
            Section(title: "bodies, MB/s", digits: 0, rows: throughputs),
            Section(title: "bodies, peak memory of a request above what was there before it, MB", rows: peaks),
            try registeringFile(options),
        ]
    }

    /// The floor and the mock's ways, each with what must outlive its session's use.
    private static func sessions(
        size: Int, file: URL
    ) throws -> [(name: String, session: URLSession, owner: HTTPMock?)] {
        let body = Data(repeating: 7, count: size)
        let memory = HTTPMock()
        memory.addResponses(
            forPath: Endpoint.path, host: Endpoint.host,
            responses: [.data(body, lifetime: .eternal, contentType: "application/json")])
        let fromFile = HTTPMock()
        fromFile.addResponses(
            forPath: Endpoint.path, host: Endpoint.host, responses: [.file(file, lifetime: .eternal)])
        LargeFloorProtocol.body.set(body)
        return [
            ("floor", FloorProtocol.session(LargeFloorProtocol.self), nil),
            ("memory", memory.urlSession, memory), ("file", fromFile.urlSession, fromFile),
        ]
    }

    /// A file that is registered and not asked for must not be in memory.
    private static func registeringFile(_ options: Options) throws -> Section {
        let size = options.count(256 << 20, quick: 16 << 20)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("HTTPMockBenchmarks-registered")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(count: size).write(to: file)
        Memory.forgetPeak()
        let before = Memory.resident
        let mock = HTTPMock()
        mock.addResponses(forPath: Endpoint.path, host: Endpoint.host, responses: [.file(file)])
        let held = Double(Memory.resident - before) / 1_000_000
        return Section(
            title: "bodies, memory held by a registered file of \(size >> 20) MB, MB",
            rows: [Section.Row("file response", held, goal: 1)])
    }
}

/// The floor with a body of any size.
private final class LargeFloorProtocol: FloorProtocol {
    static let body = Box()

    override class var answer: Answer { body.answer }

    final class Box: @unchecked Sendable {
        // Sendable: set between two measurements, when no request is under way.
        private(set) var answer = Answer.short

        func set(_ body: Data) {
            answer = Answer(body)
        }
    }
}

extension Samples {
    /// Megabytes a second, of microseconds for so many bytes.
    fileprivate func throughput(ofBytes size: Int) -> Samples {
        var result = Samples()
        for value in values { result.add(Double(size) / value) }
        return result
    }
}
