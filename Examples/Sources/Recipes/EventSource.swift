import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Reads server-sent events, whose lines end with LF or CRLF, and reconnects if the connection is lost or
/// silent for too long.
struct EventSource: Sendable {
    struct Event: Equatable, Sendable {
        var id: String?
        var type = "message"
        var data = ""
    }

    let url: URL
    let configuration: URLSessionConfiguration
    var clock: any Clock<Duration> = ContinuousClock()

    /// The events, until the server ends the stream; throws ``StatusError`` if the status is no success.
    func events() -> AsyncThrowingStream<Event, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                var lastID: String?
                var retry = Duration.seconds(3)
                while true {
                    do {
                        for try await part in parts(after: lastID) {
                            switch part {
                            case .event(let event):
                                lastID = event.id ?? lastID
                                continuation.yield(event)
                            case .id(let id): lastID = id
                            case .retry(let wait): retry = wait
                            }
                        }
                        return continuation.finish()
                    } catch let error as URLError
                        where [.networkConnectionLost, .timedOut]
                        .contains(error.code)
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
        /// An identifier without an event.
        case id(String)
        /// The wait before the next connection.
        case retry(Duration)
    }

    /// The events and waits that one connection delivers.
    private func parts(after lastID: String?) -> AsyncThrowingStream<
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
        /// The values of the `data` lines of the event.
        private var dataLines: [String] = []

        init(_ continuation: AsyncThrowingStream<Part, any Error>.Continuation) {
            self.continuation = continuation
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask,
            didReceive data: Data
        ) {
            // The page of an error has no events.
            guard StatusError(dataTask.response) == nil else { return }
            rest.append(data)
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                var line = rest[..<end]
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                take(String(decoding: line, as: UTF8.self))
                rest = rest[(end + 1)...]
            }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            didCompleteWithError error: (any Error)?
        ) {
            continuation.finish(throwing: error ?? StatusError(task.response))
        }

        private func take(_ line: String) {
            guard !line.isEmpty else {
                event.data = dataLines.joined(separator: "\n")
                if !dataLines.isEmpty {
                    continuation.yield(.event(event))
                } else if let id = event.id {
                    continuation.yield(.id(id))
                }
                (event, dataLines) = (Event(), [])
                return
            }
            let field = line.split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value =
                field.count > 1 ? String(field[1].trimmingPrefix(" ")) : ""
            switch field[0] {
            case "data": dataLines.append(value)
            case "event": event.type = value
            case "id": event.id = value
            case "retry":
                if let wait = Int(value) {
                    continuation.yield(.retry(.milliseconds(wait)))
                }
            default: break
            }
        }
    }
}
