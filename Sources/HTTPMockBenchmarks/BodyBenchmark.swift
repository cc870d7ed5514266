import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Measures bodies from memory and from a file.
enum BodyBenchmark {
    static func run(_ options: Options) async throws -> [Section] {
        var sizes = [
            ("1 KB", 1 << 10, options.count(100, quick: 5)), ("1 MB", 1 << 20, options.count(20, quick: 2)),
        ]
        if options.isQuick {
            sizes.append(("16 MB", 16 << 20, 1))
        } else {
            sizes.append(("256 MB", 256 << 20, 1))
        }
        var ratios: [Section.Row] = []
        var throughputs: [Section.Row] = []
        var peaks: [Section.Row] = []
        for (name, size, requests) in sizes {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("HTTPMockBenchmarks-\(size)")
            defer { try? FileManager.default.removeItem(at: file) }
            // The bytes are not zeros, so that the data uses real memory and the file real blocks.
            try Data(repeating: 7, count: size).write(to: file)
            var comparison = Comparison(rounds: options.count(15, quick: 2))
            let request = try Endpoint.request()
            let candidates = try sessions(size: size, file: file)
            for candidate in candidates {
                comparison.add(candidate.name, repeating: requests) { _ in
                    let body = try await candidate.session.data(for: request).0
                    guard body.count == size else { throw URLError(.badServerResponse) }
                }
            }
            let results = try await comparison.run()
            for way in ["memory", "file"] {
                var row = results.ratio(way, to: "floor")
                row.name = "\(name), \(row.name)"
                ratios.append(row)
            }
            for (way, samples) in zip(results.names, results.samples) {
                throughputs.append(Section.Row("\(name), \(way)", samples.throughput(ofBytes: size)))
            }
            for candidate in candidates {
                Memory.resetPeak()
                let before = Memory.resident
                _ = try await candidate.session.data(for: request)
                peaks.append(Section.Row("\(name), \(candidate.name)", Double(Memory.peak - before) / 1_000_000))
            }
        }
        return [
            Section(title: "ratios of bodies to the floor, from memory", digits: 2, rows: ratios),
            Section(title: "bodies, MB/s", digits: 0, rows: throughputs),
            Section(title: "bodies, peak memory of a request above the memory before it, MB", rows: peaks),
            try registeringFile(options),
        ]
    }

    private struct Candidate {
        let name: String
        let session: URLSession
    }

    /// Returns the sessions of the floor and the mock.
    private static func sessions(size: Int, file: URL) throws -> [Candidate] {
        let body = Data(repeating: 7, count: size)
        let memory = HTTPMock()
        memory.addResponses(
            forPath: Endpoint.path, host: Endpoint.host,
            responses: [.data(body, lifetime: .eternal, contentType: "application/json")])
        let fromFile = HTTPMock()
        fromFile.addResponses(
            forPath: Endpoint.path, host: Endpoint.host, responses: [.file(url: file, lifetime: .eternal)])
        LargeMinimalURLProtocol.body.set(body)
        return [
            Candidate(name: "floor", session: MinimalURLProtocol.session(LargeMinimalURLProtocol.self)),
            Candidate(name: "memory", session: memory.urlSession),
            Candidate(name: "file", session: fromFile.urlSession),
        ]
    }

    /// Measures the memory of a file that is registered and not requested.
    private static func registeringFile(_ options: Options) throws -> Section {
        let size = options.count(256 << 20, quick: 16 << 20)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("HTTPMockBenchmarks-registered")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(count: size).write(to: file)
        let before = Memory.resident
        let mock = HTTPMock()
        mock.addResponses(forPath: Endpoint.path, host: Endpoint.host, responses: [.file(url: file)])
        let memory = Double(Memory.resident - before) / 1_000_000
        return Section(
            title: "bodies, memory of a registered file of \(size >> 20) MB, MB",
            rows: [Section.Row("file response", memory, goal: 1)])
    }
}

/// The floor with a body of any size, set before the measurement.
private final class LargeMinimalURLProtocol: MinimalURLProtocol {
    static let body = Box()

    override class var answer: Answer { body.answer }

    final class Box: @unchecked Sendable {
        // Sendable, because the value is set between two measurements, when no request runs.
        private(set) var answer = Answer.short

        func set(_ body: Data) {
            answer = Answer(body)
        }
    }
}

extension Samples {
    /// Returns megabytes per second from microseconds per body.
    fileprivate func throughput(ofBytes size: Int) -> Samples {
        var result = Samples()
        for value in values { result.add(Double(size) / value) }
        return result
    }
}
