import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Ten services, recorded twice with their clocks a month apart: what a reviewer sees in the diff.
@Suite(.bounded) struct MonthApartTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private struct Service: Sendable, CustomStringConvertible {
        let description: String
        var query: @Sendable (Int) -> String = { _ in "" }
        var fields: @Sendable (Int) -> [String: String] = { _ in [:] }
        var body: @Sendable (Int) -> String = { _ in #"{"id":7}"# }
        var sent: (@Sendable (Int) -> String)?
        var ignoring: [Cassette.Part] = []
        /// The lines that change without and with `ignoring:`.
        let changed: (without: Int, with: Int)
    }

    /// The parameter of the closures is the day.
    private static let services: [Service] = [
        Service(
            description: "dates of the transport",
            fields: { ["Date": "day \($0)", "Age": "\($0)", "Expires": "day \($0 + 1)"] }, changed: (0, 0)),
        Service(
            description: "an identifier of each response", fields: { ["X-Request-Id": "\($0)-id"] },
            ignoring: [.responseHeader("X-Request-Id")], changed: (2, 0)),
        Service(
            description: "a session", fields: { ["Set-Cookie": "sid=session-\($0)-of-the-day; Path=/"] },
            changed: (0, 0)),
        Service(
            description: "a token in the body", body: { #"{"access_token":"token-\#($0)-of-the-day"}"# },
            changed: (0, 0)),
        Service(
            description: "a time in the query", query: { "?t=\($0)" }, ignoring: [.query("t")], changed: (4, 0)),
        Service(
            description: "a nonce in JSON that is sent", sent: { #"{"nonce":\#($0),"a":1}"# },
            ignoring: [.json("nonce")],
            changed: (2, 0)),
        Service(
            description: "a rate limit",
            fields: { ["X-RateLimit-Remaining": "\($0)", "X-RateLimit-Reset": "\($0 * 60)"] },
            ignoring: [.responseHeader("X-RateLimit-Remaining"), .responseHeader("X-RateLimit-Reset")], changed: (4, 0)),
        Service(
            description: "a whole body that is sent", sent: { "batch \($0)" }, ignoring: [.body], changed: (2, 0)),
        Service(description: "a changed value", body: { #"{"price":\#($0)}"# }, changed: (2, 2)),
        Service(description: "nothing", changed: (0, 0)),
    ]

    private func record(
        _ service: Service, on day: Int, _ server: LoopbackServer, ignoring: [Cassette.Part], _ name: String
    )
        async throws
    {
        let mock = HTTPMock()
        let cassette = try Cassette(
            at: folder.file(name), record: .all, ignoring: ignoring,
            recording: { $0.date = recordingStart.addingTimeInterval(Double(day) * 86_400) }, environment: [:])
        mock.insert(cassette)
        for path in ["/first", "/second"] {
            let isChanging = path == "/second"
            let sent = isChanging ? service.sent?(day) : nil
            var request = URLRequest(
                sent == nil ? "GET" : "POST", server.url(path + (isChanging ? service.query(day) : "")),
                headers: ["Content-Type": "application/json"], body: sent.map { Data($0.utf8) })
            request.setValue("tests", forHTTPHeaderField: "User-Agent")
            _ = try await mock.data(for: request)
        }
        try cassette.save()
    }

    @Test(arguments: services.indices) func unchangedServiceMakesNoNoise(index: Int) async throws {
        let service = Self.services[index]
        let day = Observed(0)
        let server = LoopbackServer { request in
            guard request.path.hasPrefix("/second") else {
                return .text("{}", headers: ["Content-Type": "application/json"])
            }
            let today = day.value
            var fields: HeaderList = ["Content-Type": "application/json"]
            for (name, value) in service.fields(today).sorted(by: { $0.key < $1.key }) { fields.append(name, value) }
            return .text(service.body(today), headers: fields)
        }
        var lines: [Int] = []
        for ignoring in [[], service.ignoring] {
            let name = "\(lines.count).har"
            var texts: [[Substring]] = []
            for today in [60, 90] {
                day.change { $0 = today }
                try await record(service, on: today, server, ignoring: ignoring, name)
                texts.append(try String(contentsOf: folder.file(name), encoding: .utf8).split(separator: "\n"))
            }
            lines.append(texts[1].difference(from: texts[0]).count)
        }
        #expect(lines == [service.changed.without, service.changed.with], "\(service)")
    }
}
