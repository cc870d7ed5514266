import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads the state of a job every few seconds, until the job is done.
struct Poller: Sendable {
    struct Job: Codable, Equatable, Sendable {
        var state: String
        var result: String?
    }

    let session: URLSession
    var clock: any Clock<Duration> = ContinuousClock()
    var interval = Duration.seconds(5)

    func result(of url: URL) async throws -> String? {
        while true {
            let job = try JSONDecoder().decode(
                Job.self, from: await session.success(URLRequest(url: url)).0)
            if job.state == "done" { return job.result }
            try await clock.sleep(for: interval)
        }
    }
}
