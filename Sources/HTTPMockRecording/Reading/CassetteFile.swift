import Foundation
import HTTPMock

/// The contents of a cassette's file.
package struct CassetteFile: Sendable {
    /// The playable entries; those of a HAR by the time of their requests, others in the order of the file.
    package private(set) var entries: [HAREntry] = []
    /// The WebSockets, which are no entries because only a server can play them.
    package private(set) var webSockets: [RecordedWebSocket] = []
    /// The entries that can't be played.
    package private(set) var problems: [HARProblem] = []
    /// Notes about WebSockets, and about entries that are played although the export has an error.
    package private(set) var notes: [HARProblem] = []
    package private(set) var format = Cassette.Format.har
    /// The document, including members that no cassette needs; it may have the private scalars of ``LoneSurrogates``.
    package let root: JSONValue
    /// The bytes of the file, unpacked.
    package let data: Data
    /// Whether the file is packed with gzip.
    package let isPacked: Bool

    /// Reads a file of any known format.
    ///
    /// - Throws: ``HTTPMockError`` with the reason, and with line and column for an error of JSON's syntax. A file that
    ///   can't be read is never treated as missing.
    package init(contentsOf url: URL) throws(HTTPMockError) {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw HTTPMockError(
                "the cassette \(url.path) can't be read: \(error.reason). To fix this, check the file and "
                    + "its permissions. It was not changed.")
        }
        try self.init(data, from: url)
    }

    /// Returns whether there is a file.
    ///
    /// - Throws: ``HTTPMockError`` if the existence can't be checked, as in a folder without search permission.
    static func exists(at url: URL) throws(HTTPMockError) -> Bool {
        if access(url.path, F_OK) == 0 { return true }
        let code = errno
        if code == ENOENT || code == ENOTDIR { return false }
        throw HTTPMockError(
            "the cassette \(url.path) can't be read: \(String(cString: strerror(code))). To fix this, check the file and "
                + "its permissions. It was not changed.")
    }

    init(_ data: Data, from url: URL) throws(HTTPMockError) {
        do throws(FileFlaw) {
            var unpacked = data
            isPacked = Gunzip.isGzip(data)
            if isPacked { unpacked = try Gunzip.unpacked(data) }
            self.data = unpacked
            let hasLoneSurrogates: Bool
            (root, hasLoneSurrogates) = try Self.parse(unpacked, from: url)
            if let foreign = ForeignFile(root) { throw foreign.flaw }
            if case .array(let elements) = root {
                format = .stubbornNetwork
                (entries, problems) = StubbornNetworkFile.read(elements)
            } else {
                let reader = try HARReader(
                    root, in: url.deletingLastPathComponent(), hasLoneSurrogates: hasLoneSurrogates)
                entries = reader.entries
                webSockets = reader.webSockets
                problems = reader.problems
                notes = reader.notes
            }
        } catch {
            throw HTTPMockError(
                "the cassette \(url.path) can't be read: \(error.reason). To fix this, \(error.fix). It was not changed."
            )
        }
    }

    /// Returns the document of a file, and whether it has the private scalars of ``LoneSurrogates``.
    private static func parse(
        _ data: Data, from url: URL
    ) throws(FileFlaw) -> (JSONValue, hasLoneSurrogates: Bool) {
        do {
            return (try JSONValue(parsing: data), false)
        } catch {
            if error.reason == JSONSyntaxError.halfOfPair, let marked = LoneSurrogates.marked(data),
                let root = JSONValue(marked)
            {
                return (root, true)
            }
            if let foreign = ForeignFile(data, from: url) { throw foreign.flaw }
            // UTF-16 begins with its byte-order mark, or has a NUL in each character of ASCII, with which JSON begins.
            if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) || data.prefix(4).contains(0) {
                throw FileFlaw("it is UTF-16, not UTF-8 (iconv -f UTF-16 -t UTF-8 converts it)")
            }
            throw FileFlaw(reason(for: error, in: data))
        }
    }

    /// Returns the line and the column of an error of syntax, with the parser's reason, or a hint at YAML.
    private static func reason(for error: JSONSyntaxError, in data: Data) -> String {
        let before = data.prefix(error.offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? before.startIndex
        let column = before.endIndex - start + 1
        let position = "it is not JSON at line \(line), column \(column)"
        if isLikelyYAML(data) { return "\(position), but YAML; only HAR and Stubborn Network's JSON can be read" }
        return "\(position): \(error.reason)"
    }

    /// Returns whether a text begins like YAML after its comments: with a marker, or with a key that is no number.
    private static func isLikelyYAML(_ data: Data) -> Bool {
        let beginning = String(decoding: data.prefix(4_096), as: UTF8.self)
        let lines = beginning.drop { $0 == "\u{FEFF}" }.split(whereSeparator: \.isNewline)
        let line = lines.first { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) } ?? ""
        return line.prefixMatch(of: /(---|%YAML|[A-Za-z0-9_\-]*[A-Za-z_\-][A-Za-z0-9_\-]*:)( |$)/) != nil
    }
}

extension HTTPMockError {
    /// The error for a cassette that is not there, with the nearest existing name.
    ///
    /// - Parameter command: The command that records the file.
    package static func missingCassette(at url: URL, command: String) -> HTTPMockError {
        let folder = url.deletingLastPathComponent().path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let shown = names.filter { !$0.hasPrefix(".") }
        let cassettes = shown.filter { name in [".har", ".json", ".har.gz"].contains(where: name.hasSuffix) }
        let nearest = EditDistance.nearest(to: url.lastPathComponent, among: cassettes)
        let advice = nearest.map { " The nearest name there is \($0)." } ?? ""
        return HTTPMockError("there is no cassette at \(url.path).\(advice) To fix this, record it: \(command)")
    }
}
