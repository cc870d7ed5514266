import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Reads server-sent events, and reconnects if the connection is lost.
struct EventSource: Sendable {
    struct Event: Equatable, Sendable {
        var id: String?
        var type = "message"
        var data = ""
    }

    let url: URL
    let configuration: URLSessionConfiguration
    var clock: any Clock<Duration> = ContinuousClock()

    /// The events, until the server ends the stream.
    func events() -> AsyncThrowingStream<Event, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                var lastID: String?
                var retry = Duration.seconds(3)
                while true {
                    do {
                        for try await line in lines(from: lastID) {
                            switch line {
                            case .event(let event):
                                lastID = event.id ?? lastID
                                continuation.yield(event)
                            case .retry(let wait): retry = wait
                            }
                        }
                        return continuation.finish()
                    } catch let error as URLError
                        where error.code == .networkConnectionLost
                    {
                        do { try await clock.sleep(for: retry) } catch {
                            return continuation.finish(throwing: error)
                        }
                    } catch {
                        return continuation.finish(throwing: error)
                    }
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private enum Part: Sendable {
        case event(Event)
        case retry(Duration)
    }

    /// The lines of one connection.
    private func lines(from lastID: String?) -> AsyncThrowingStream<
        Part, any Error
    > {
        AsyncThrowingStream { continuation in
            var request = URLRequest(url: url)
            request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
            if let lastID {
                request.setValue(lastID, forHTTPHeaderField: "Last-Event-ID")
            }
            let session = URLSession(
                configuration: configuration, delegate: Reader(continuation),
                delegateQueue: nil)
            let task = session.dataTask(with: request)
            continuation.onTermination = { _ in task.cancel() }
            task.resume()
            session.finishTasksAndInvalidate()
        }
    }

    private final class Reader: NSObject, URLSessionDataDelegate,
        @unchecked Sendable
    {
        // Sendable although its state is mutable: a session calls its delegate on one serial queue.
        private let continuation: AsyncThrowingStream<Part, any Error>.Continuation
        private var rest = Data()
        private var event = Event()
        private var lines: [String] = []

        init(_ continuation: AsyncThrowingStream<Part, any Error>.Continuation) {
            self.continuation = continuation
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask,
            didReceive data: Data
        ) {
            rest.append(data)
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                take(String(decoding: rest[..<end], as: UTF8.self))
                rest = rest[(end + 1)...]
            }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            didCompleteWithError error: (any Error)?
        ) {
            continuation.finish(throwing: error)
        }

        private func take(_ line: String) {
            guard !line.isEmpty else {
                event.data = lines.joined(separator: "\n")
                if !lines.isEmpty { continuation.yield(.event(event)) }
                (event, lines) = (Event(), [])
                return
            }
            let parts = line.split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value =
                parts.count > 1 ? String(parts[1].trimmingPrefix(" ")) : ""
            switch parts[0] {
            case "data": lines.append(value)
            case "event": event.type = value
            case "id": event.id = value
            case "retry":
                Int(value).map {
                    _ = continuation.yield(.retry(.milliseconds($0)))
                }
            default: break
            }
        }
    }
}
