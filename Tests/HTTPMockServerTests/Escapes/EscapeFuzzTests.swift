import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

/// Random requests to the proxy, most of them damaged: nothing but the host or a refusal answers.
///
/// `HTTPMOCK_FUZZ=10000` tries a million inputs, a hundred for each seed.
@Suite(.bounded) struct EscapeFuzzTests {
    private static let hostAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nHOST"
    private static let samples = EscapeKind.requests.filter { $0.request.utf8.count < 2_000 && $0.body.isEmpty }

    @Test func nothingButTheHostOrARefusalAnswers() throws {
        let seeds = Seeds.first(2)
        // Other ports now and then, because a closed connection keeps its pair of ports for a while.
        for start in stride(from: 0, to: seeds.count, by: 50) {
            let reports = InterceptedReports(containing: "EscapeGuard has refused")
            let host = try RawHost { _ in .send(Array(Self.hostAnswer.utf8)) }
            let forbidden = try RawHost { _ in .wait }
            let proxy = EscapeProxy()
            proxy.allow(try EscapeGuard.patterns(["127.0.0.1:\(host.port)"]))
            let port = try #require(try proxy.open([:]))
            for seed in seeds[start..<min(start + 50, seeds.count)] {
                var random = SeededGenerator(seed: seed)
                for number in 0..<100 {
                    let input = Self.input(&random, host: host.port, forbidden: forbidden.port)
                    let output = try Self.answer(to: input, port: port, &random)
                    if !Self.isExplained(output) {
                        Issue.record(
                            "seed \(seed), \(number): \(String(printable: input)) → \(String(printable: output))")
                        return
                    }
                }
            }
            try #require(forbidden.received.isEmpty)
            withExtendedLifetime((proxy, reports)) {}
        }
    }

    /// Some requests, allowed and not, with some bytes damaged.
    private static func input(_ random: inout SeededGenerator, host: Int, forbidden: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let isGarbage = Int.random(in: 0..<8, using: &random) == 0
            let text = random.pick(isGarbage ? EscapeKind.garbage : Self.samples).request
            let port = Bool.random(using: &random) ? host : forbidden
            bytes += text.replacing("{h}", with: "127.0.0.1:\(port)").replacing("{n}", with: "fuzz").utf8
        }
        for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
            let position = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, position + Int.random(in: 0...8, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(position..<end)
            case 2: bytes.insert(contentsOf: bytes[position..<end], at: position)
            case 3:
                bytes.insert(
                    contentsOf: random.pick(["\r\n", "\r\n\r\n", " ", ":", "HTTP/1.1", "CONNECT "]).utf8, at: position)
            default: bytes.removeSubrange(position...)
            }
        }
        return bytes
    }

    /// Sends an input in one or two parts, and reads to the end.
    private static func answer(to input: [UInt8], port: Int, _ random: inout SeededGenerator) throws -> [UInt8] {
        let client = try RawClient(port: port)
        let middle = Int.random(in: 0...input.count, using: &random)
        // The proxy may have closed the connection of an endless request.
        try? client.send(Array(input[..<middle]))
        try? client.send(Array(input[middle...]))
        client.endWriting()
        return try client.readToEnd().bytes
    }

    /// Returns whether bytes are answers of the host, or the opening of a tunnel to it, and then a refusal perhaps.
    private static func isExplained(_ output: [UInt8]) -> Bool {
        var rest = output[...]
        while true {
            if rest.starts(with: hostAnswer.utf8) {
                rest = rest.dropFirst(hostAnswer.utf8.count)
            } else if rest.starts(with: "HTTP/1.1 200 Connection established\r\n\r\n".utf8) {
                rest = rest.dropFirst(39)
            } else {
                return rest.isEmpty || rest.starts(with: "HTTP/1.1 403 Forbidden\r\n".utf8)
            }
        }
    }
}
