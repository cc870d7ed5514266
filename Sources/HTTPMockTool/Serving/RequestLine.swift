import Foundation
import HTTPMock

/// The line that is printed for a request that has ended.
struct RequestLine {
    private let record: RecordedRequest
    private let isVerbose: Bool
    /// The text instead of what answered the request; nil for the usual text.
    private let knownAnswer: String?

    init(_ record: RecordedRequest, isVerbose: Bool = false, answer: String? = nil) {
        self.record = record
        self.isVerbose = isVerbose
        knownAnswer = answer
    }

    /// Writes the line and, with `--verbose`, the diagnosis of an unmocked request below the line.
    func write(to output: Output) {
        let url = record.request.url
        var shown = Redaction.text(of: url).withoutPrefix(url.originText ?? "")
        if let operation = record.request.graphQLTitle { shown = "\(shown.prefix { $0 != "?" }) \(operation)" }
        let milliseconds = record.duration.map { "\(Int(($0 / .milliseconds(1)).rounded())) ms" } ?? ""
        output.line([
            Styled(Self.time(of: record.start), .dim), Styled(" "), Styled("\(record.request.method)", .bold),
            Styled(" \(shown.isEmpty ? "/" : shown) → "),
            Styled(record.status.map(String.init) ?? "failed", Styled.Style(status: record.status ?? 0)),
            Styled("  \(knownAnswer ?? answer)  "), Styled(milliseconds, .dim),
        ])
        guard isVerbose, case .unmocked(let diagnosis) = record.outcome else { return }
        for line in "\(diagnosis)".split(separator: "\n").dropFirst() where line != "  nothing is registered" {
            let columnOfMethod = String(repeating: " ", count: "00:00:00 ".count)
            output.line([Styled("\(columnOfMethod)\(line)", .notice)])
        }
    }

    /// The registration, entry or example that answered the request; for other requests, their outcome.
    private var answer: String {
        switch record.outcome {
        case .mocked(let registration): registration.route
        case .unmocked(let diagnosis): "unmocked\(isVerbose ? "" : Self.reason(in: "\(diagnosis)"))"
        // Only `record` passes requests on.
        case .passthrough: "recorded"
        case .failed(let error): "failed: \(Redaction.text(of: error))"
        case nil: "not ended"
        }
    }

    /// Returns a diagnosis's line with the nearest entry, or else its first reason, after a semicolon.
    ///
    /// Empty without a reason.
    private static func reason(in diagnosis: String) -> String {
        let lines = diagnosis.split(separator: "\n").dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
        let reasons = lines.filter { $0 != "nothing is registered" && !$0.hasPrefix("To fix this") }
        let nearest = reasons.first { $0.hasPrefix("nearest") }
        guard let reason = nearest ?? reasons.first else { return "" }
        return "; \(reason)"
    }

    private static func time(of date: Date) -> String {
        var (seconds, parts) = (time_t(date.timeIntervalSince1970), tm())
        localtime_r(&seconds, &parts)
        return String(format: "%02d:%02d:%02d", parts.tm_hour, parts.tm_min, parts.tm_sec)
    }
}
