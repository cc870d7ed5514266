import Foundation
import HTTPMock

/// The list of a failed test's requests, which is written to standard error with both frameworks.
struct RequestList {
    let requests: [RecordedRequest]
    let test: String
    let framework: ScopeSummary.Framework
    /// The file name of the attached log.
    let log: String
    /// Lines about what may explain the failure.
    var notes: [String] = []

    /// Returns the list, with advice for a program's arguments and environment; nil if the test made no request.
    func text(
        arguments: [String] = CommandLine.arguments, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        guard !requests.isEmpty else { return nil }
        let limit = 20
        var title = "the requests"
        if requests.count > limit { title = "the last \(limit) of \(requests.count) requests" }
        var lines = ["HTTPMock: \(title) of \(test), which failed:"]
        for record in requests.suffix(limit) {
            lines.append("  \(record)")
            if let received = record.received { lines.append("    \(received)") }
        }
        lines += notes
        lines += advice(arguments, environment)
        return lines.joined(separator: "\n")
    }

    /// Returns the folder for attachments that the arguments of `swift test` name; nil if they name none.
    private static func attachmentsPath(in arguments: [String]) -> String? {
        guard let index = arguments.firstIndex(where: { $0.contains("attachments-path") }) else { return nil }
        let option = arguments[index].split(separator: "=", maxSplits: 1)
        if option.count == 2 { return String(option[1]) }
        return arguments[(index + 1)...].first
    }

    /// The ways to keep the network log and to see it; none for an attachment that Xcode or XCTest keeps.
    private func advice(_ arguments: [String], _ environment: [String: String]) -> [String] {
        var stepToKeep: String?
        let path: String
        switch framework {
        case .swiftTesting, .sweep:
            // Xcode keeps attachments by itself.
            guard environment["XCTestConfigurationFilePath"] == nil else { return [] }
            let folder = ".build/attachments"
            let given = Self.attachmentsPath(in: arguments)
            if given == nil {
                stepToKeep = "run: mkdir -p \(folder) && swift test --attachments-path \(folder)"
            }
            let file = "\(given ?? folder)/\(log)"
            let needsQuotes = file.contains { " ()'".contains($0) }
            path = needsQuotes ? "\"\(file)\"" : file
        case .xctest:
            #if canImport(Darwin)
                return []
            #else
                stepToKeep =
                    "write it in the test: try mock.networkLogHAR().write(to: URL(fileURLWithPath: \"log.har\"))"
                path = "log.har"
            #endif
        }
        var lines: [String] = []
        if let stepToKeep { lines.append("  To keep the network log, \(stepToKeep)") }
        lines.append("  To see it as a page, run: swift run http-mock view \(path)")
        return lines
    }
}

extension RecordedRequest {
    /// The type, the size and the text of the body that the client has got from a registration, if any.
    ///
    /// A client may hide that it can't decode the body, so the test has to show it.
    fileprivate var received: String? {
        guard registration?.location != nil, !responseBody.isEmpty else { return nil }
        let type = responseHeaders["Content-Type"]
        var size = "\(type ?? "no Content-Type"), \(responseBody.count.counted("byte"))"
        if isResponseBodyCut { size += " or more" }
        guard let text = Redaction.body(responseBody, type: type).utf8Text, !text.contains("\0") else { return size }
        let limit = 200
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if line.count > limit { return "\(size): \(line.prefix(limit))…" }
        return "\(size): \(line)"
    }
}
