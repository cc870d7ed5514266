import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The head of a forwarded message, up to the empty line after its fields.
///
/// Size and fields have no limits, because the proxy does not validate a head.
struct ForwardedHead {
    private(set) var bytes: [UInt8] = []
    /// The index of the first line's first byte, after empty lines.
    private(set) var lineStart = 0
    /// The index after the first line's line feed; nil until the line is complete.
    private(set) var lineEnd: Int?
    /// The index of the current line's first byte.
    private var currentLineStart = 0

    /// True until a byte arrives that does not belong to an empty line.
    var isEmpty: Bool {
        guard lineEnd == nil else { return false }
        return bytes[lineStart...].allSatisfy { $0 == .carriageReturn || $0 == .lineFeed }
    }

    /// The bytes of the first line so far, without its end.
    var line: ArraySlice<UInt8> {
        var line = bytes[lineStart..<(lineEnd ?? bytes.count)]
        if line.last == .lineFeed { line.removeLast() }
        if line.last == .carriageReturn { line.removeLast() }
        return line
    }

    /// The end of the first line.
    var lineEndBytes: ArraySlice<UInt8> { bytes[line.endIndex..<(lineEnd ?? bytes.count)] }

    /// False if the first line, which may be incomplete, does not begin with a method, or with a part of a method.
    var mayBeRequest: Bool {
        let start = line.prefix(Self.methodLimit)
        let method = start.prefix { $0 != .space }
        guard !method.isEmpty, method.allSatisfy(\.isToken) else { return false }
        // A method without its end must not be too long.
        return method.count < start.count || start.count < Self.methodLimit
    }

    /// The most bytes that are searched for the end of a method.
    private static let methodLimit = 1_024

    /// Removes bytes of the head from the front of the input.
    ///
    /// - Parameter stopsAtLine: Whether to stop after the first line.
    /// - Returns: True once the head is complete; after the first line alone, false.
    mutating func take(_ input: inout UnsafeRawBufferPointer, stopsAtLine: Bool = false) -> Bool {
        while let base = input.baseAddress, !input.isEmpty {
            let lineFeed = memchr(base, Int32(UInt8.lineFeed), input.count)
            // Up to the line feed, or all of the input if the line goes on.
            let partSize = lineFeed.map { UnsafeRawPointer($0) - base + 1 } ?? input.count
            let part = UnsafeRawBufferPointer(rebasing: input[..<partSize])
            input = UnsafeRawBufferPointer(rebasing: input[part.count...])
            bytes += part
            guard lineFeed != nil else { return false }
            let currentLine = bytes[currentLineStart...]
            currentLineStart = bytes.count
            let isLineEmpty = currentLine.count == 1 || currentLine.elementsEqual("\r\n".utf8)
            if lineEnd != nil {
                if isLineEmpty { return true }
            } else if isLineEmpty {
                lineStart = bytes.count
            } else {
                lineEnd = bytes.count
                if stopsAtLine { return false }
            }
        }
        return false
    }

    /// The lines after the first one, each with its end; the last one is the empty line.
    var fieldLines: [ArraySlice<UInt8>] {
        guard var start = lineEnd else { return [] }
        var lines: [ArraySlice<UInt8>] = []
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: .lineFeed).map { $0 + 1 } ?? bytes.count
            lines.append(bytes[start..<end])
            start = end
        }
        return lines
    }

    /// Returns the head with another first line, with an added field, and without the client's `Proxy-` fields.
    ///
    /// - Parameters:
    ///   - line: The line with its end.
    ///   - field: The field with its end; empty to add none.
    func forwarded(line: [UInt8], adding field: [UInt8]) -> [UInt8] {
        var output = bytes[..<lineStart] + line
        output += field
        var isDropped = false
        for fieldLine in fieldLines {
            // A line that begins with a blank belongs to the field before.
            if fieldLine.first?.isBlank != true {
                isDropped = Self.name(of: fieldLine)?.starts(with: "proxy-".utf8) == true
            }
            if !isDropped { output += fieldLine }
        }
        return Array(output)
    }

    /// The name of a field in lower case; nil for a line without a colon.
    private static func name(of line: ArraySlice<UInt8>) -> [UInt8]? {
        line.firstIndex(of: UInt8(ascii: ":")).map { line[..<$0].map(\.asciiLowercased) }
    }

    // MARK: Framing

    /// The status of a response; nil if the first line is no status line.
    var status: Int? {
        let parts = line.split(separator: .space, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0].starts(with: "HTTP/1.".utf8), parts[1].count == 3 else { return nil }
        return Int(String(decoding: parts[1], as: UTF8.self))
    }

    /// The framing of a request's body.
    var requestFraming: ForwardedBody.Framing { framing ?? .none }

    /// Returns the framing of a response's body.
    ///
    /// - Parameter isToHead: Whether the request was a `HEAD`.
    func responseFraming(isToHead: Bool) -> ForwardedBody.Framing {
        guard let status else { return .unknown }
        if isToHead { return .none }
        switch status {
        case 100..<200, 204, 304: return .none
        default: return framing ?? .unknown
        }
    }

    /// The framing that the fields name, if any; unknown if the fields contradict each other or are ambiguous.
    ///
    /// - SeeAlso: [RFC 9112 §6.3](https://www.rfc-editor.org/rfc/rfc9112.html#section-6.3)
    private var framing: ForwardedBody.Framing? {
        var lengths: [ArraySlice<UInt8>] = []
        var codings: [[UInt8]] = []
        /// Whether the line before belongs to a field that decides the framing.
        var isDeciding = false
        for fieldLine in fieldLines {
            // A line that begins with a blank belongs to the field before, whose value is then not known for certain.
            if fieldLine.first?.isBlank == true {
                if isDeciding { return .unknown }
                continue
            }
            guard let name = Self.name(of: fieldLine) else { continue }
            let afterColon = fieldLine.startIndex + name.count + 1
            let value = Self.trimmed(fieldLine[afterColon...])
            let trimmedName = Self.trimmed(name[...])
            let isLength = trimmedName.elementsEqual("content-length".utf8)
            let isCoding = trimmedName.elementsEqual("transfer-encoding".utf8)
            isDeciding = isLength || isCoding
            if isLength { lengths.append(value) }
            if isCoding {
                codings += value.split(separator: UInt8(ascii: ",")).map { Self.trimmed($0).map(\.asciiLowercased) }
            }
            // Implementations of HTTP disagree on a blank before the colon.
            if isDeciding, name.last?.isBlank == true { return .unknown }
        }
        if !codings.isEmpty {
            let isChunked = codings.count == 1 && codings[0].elementsEqual("chunked".utf8) && lengths.isEmpty
            return isChunked ? .chunked : .unknown
        }
        guard let value = lengths.first else { return nil }
        return lengths.count == 1 ? Self.framing(ofLength: value) : .unknown
    }

    private static func framing(ofLength value: ArraySlice<UInt8>) -> ForwardedBody.Framing {
        // More than 18 digits may not fit into an `Int`.
        guard (1...18).contains(value.count), value.allSatisfy(\.isDigit),
            let length = Int(String(decoding: value, as: UTF8.self))
        else { return .unknown }
        return length == 0 ? .none : .length(length)
    }

    /// Returns bytes without the blanks around them and without the end of their line.
    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes.drop { $0.isBlank }
        while let last = rest.last, last.isBlank || last == .carriageReturn || last == .lineFeed { rest.removeLast() }
        return rest
    }
}
