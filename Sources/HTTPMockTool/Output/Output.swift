import Foundation
import HTTPMock

/// Writes text to one of the process's outputs.
///
/// Control characters of a text never reach a terminal. Nothing more is written after a failed write, such as a write
/// to a closed pipe.
final class Output: Sendable {
    /// Data and lines of requests.
    static let standard = Output(STDOUT_FILENO)
    /// Errors and notes.
    static let error = Output(STDERR_FILENO)

    private let descriptor: Int32
    private let isTerminal: Bool
    private let hasColours: Bool
    /// The code of the error that ended the output; 0 until then.
    private let failure = Locked<Int32>(0)
    /// The lines that wait for a reader, if the command does not wait for one.
    private let live = Locked<LiveLines?>(nil)

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
        let environment = ProcessInfo.processInfo.environment
        hasColours = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// The number of columns of the terminal; nil for a file and a pipe.
    var width: Int? {
        var size = winsize()
        guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Whether nothing can be written any more.
    var isClosed: Bool { failure.withLock { $0 != 0 } }

    /// The reason why standard output is incomplete, and a fix.
    ///
    /// Nil if nothing is missing, and for a closed pipe, whose reader wants no more.
    var problem: String? {
        let code = failure.withLock { $0 }
        guard code != 0, code != EPIPE else { return nil }
        let reason = code == EBADF ? "it is closed" : String(cString: strerror(code))
        var fix = "write it into a file: > FILE"
        if code == ENOSPC || code == EDQUOT { fix = "make room where it is written to" }
        return "standard output can't be written: \(reason). To fix this, \(fix)."
    }

    /// Makes all further writes return at once, so that a reader who does not read holds up no request.
    ///
    /// Lines are dropped while 64 KiB wait for the reader.
    ///
    /// - Parameter failed: Called once nothing can be written any more, as on a full disk.
    func goLive(failed: @escaping @Sendable () -> Void = {}) {
        live.withLock { live in
            guard live == nil else { return }
            live = LiveLines { [self] lines in
                guard !isClosed else { return }
                writeNow(lines)
                if isClosed { failed() }
            }
        }
    }

    /// Waits until all lines are written, at most a second.
    func finish() {
        live.withLock { $0 }?.finish()
    }

    /// Writes a text with its line breaks.
    func text(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
        write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }

    /// Writes one line, each part in its style.
    func line(_ parts: [Styled]) {
        let text = parts.map { part in
            guard hasColours, let code = part.style.code else { return part.text.printable }
            return "\u{1B}[\(code)m\(part.text.printable)\u{1B}[0m"
        }
        write(Data((text.joined() + "\n").utf8))
    }

    /// Writes JSON, with escaped control characters only on a terminal.
    func json(_ data: Data) {
        guard isTerminal else { return write(data) }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let escaped = lines.map { line in
            String(line).escapingControls { String(format: "\\u%04x", $0.value) }
        }
        write(Data(escaped.joined(separator: "\n").utf8))
    }

    private func write(_ data: Data) {
        guard let live = live.withLock({ $0 }) else { return writeNow(data) }
        guard !isClosed else { return }
        let addition = live.add(data)
        // A dropped line of standard error could be reported only there.
        guard addition == .firstDropped, descriptor != STDERR_FILENO else { return }
        Self.error.text("http-mock: nobody reads standard output, so lines are dropped. To fix this, read it.")
    }

    /// Writes bytes, and waits for room.
    private func writeNow(_ data: Data) {
        guard !isClosed else { return }
        data.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = Foundation.write(
                    descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                if count > 0 {
                    written += count
                } else if errno == EAGAIN {
                    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&state, 1, -1)
                } else if errno != EINTR {
                    let code = errno
                    failure.withLock { $0 = code }
                    return
                }
            }
        }
    }
}

extension Styled.Style {
    /// Creates the style of a status code; 0 is a failure.
    init(status: Int) {
        switch status {
        case 0, 500...: self = .bad
        case 400...: self = .notice
        case 300...: self = .plain
        default: self = .good
        }
    }
}

extension String {
    /// The text with its control characters written as escapes, so that no terminal obeys them.
    ///
    /// Characters that change the direction of text are escaped as well, because they reorder the line.
    var printable: String {
        escapingControls { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
    }

    /// Returns the text with the escapes that a closure makes of control characters.
    func escapingControls(_ escape: (Unicode.Scalar) -> String) -> String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isControl { text += escape(scalar) } else { text.unicodeScalars.append(scalar) }
        }
    }

    /// Returns the text cut to a length, with an ellipsis in the middle, because paths differ at their ends.
    func cutInMiddle(to length: Int) -> String {
        guard count > length else { return self }
        return "\(prefix((length - 1) / 2))…\(suffix(length / 2))"
    }

    /// Returns the text without a prefix, if it has that prefix.
    func withoutPrefix(_ prefix: String) -> String {
        guard hasPrefix(prefix) else { return self }
        return String(dropFirst(prefix.count))
    }
}

extension Unicode.Scalar {
    /// Whether a terminal may obey the character, or reorder the line, instead of showing the character.
    fileprivate var isControl: Bool {
        switch value {
        // The control characters of ASCII and of Latin-1.
        case 0..<0x20, 0x7F...0x9F: true
        // The marks, breaks and embeddings that change the direction or the lines of a text, and the byte-order mark.
        case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
