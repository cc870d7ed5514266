import Foundation
import HTTPMock

/// A file of recorded exchanges that a mock plays back.
///
/// ```swift
/// let cassette = try Cassette(at: url)
/// mock.insert(cassette)
/// ```
///
/// Nothing is recorded unless a ``RecordMode`` turns recording on, and nothing is written before ``save()`` or
/// ``write(to:format:)``. Every member may be called from any thread.
public final class Cassette: Sendable {
    /// The file; nil for a cassette that was made of entries.
    public let url: URL?

    /// The record mode in effect, which the environment may have overridden.
    public let mode: RecordMode

    let settings: Settings
    /// The index of the entries that can be played; empty with ``RecordMode/all``.
    let index: EntryIndex
    /// The WebSockets of the file, which only `http-mock serve` plays.
    package let webSockets: WebSocketPlayer
    /// The name of the file; nil for a cassette that was made of entries.
    let fileName: String?
    let state: Locked<State>
    /// The right to record into the file, which may be released already; nil if nothing is recorded.
    let claim: RecordingClaim?
    let pending = PendingExchanges()
    /// The recording as the file has it, while it is saved again and again; taken out while it is changed.
    let growing = Locked<GrowingRecording?>(nil)
    /// Whether several tests play the file, each with its own positions.
    let isShared: Bool

    struct State: Sendable {
        /// The playable entries of the file when it was opened, or the given entries.
        let loaded: [HAREntry]
        /// The entries that can't be played, with the reasons.
        let problems: [HARProblem]
        let format: Format
        var player: EntryPlayer
        /// The exchanges with the network that still wait for the `recording:` edit.
        var unedited: [HAREntry] = []
        /// The exchanges with the network, in the order of the requests.
        var recorded: [HAREntry] = []
        /// The recorded exchanges that `growing` does not have; nil unless the file is saved again and again.
        var unsaved: [HAREntry]?
        /// The differences that ``RecordMode/verify`` found.
        var differences: [Difference] = []
        /// The values of the service for the placeholders of played entries.
        var live = LiveValues()
        /// The warning about the age of the file, if there is one.
        var warnings: [String] = []
        /// The errors of the `playing:` edit.
        var playingFailures: [HTTPMockError] = []
        /// True once the recording was saved or written elsewhere, with or without success.
        var saveWasTried = false
        /// The errors of the exchanges that were left out because of their secrets.
        var refusals: [HTTPMockError] = []
        /// The exchanges that were left out because of their secrets.
        var leftOut: Set<LeftOut> = []
        /// The first error of the recording, which ``Cassette/save()`` throws; nil if there is none.
        var failure: HTTPMockError?
    }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - url: The file: a HAR of any tool, or Stubborn Network's JSON.
    ///   - record: How requests are treated. `HTTPMOCK_RECORD` overrides it; without that, `CI` turns recording off.
    ///   - matching: Changes to the parts that count: method, scheme, host, port, path, query and body.
    ///   - ignoring: The parts that don't count, such as query items, JSON members and header fields.
    ///   - repeatsLast: Whether the last entry of equal requests is played again and again.
    ///   - redacting: The values that are replaced before the file is written.
    ///   - recordsFailures: Whether an exchange that fails with a `URLError` becomes an entry.
    ///   - recordsChunks: Whether the chunks of all bodies are recorded, and not only the chunks of event streams.
    ///   - warnAfter: The age of the oldest entry from which a warning is added to ``warnings``.
    ///   - failAfter: The age of the oldest entry from which the file can only be opened with ``RecordMode/all``.
    ///   - recording: Changes or drops a recorded entry before anything else; runs when the recording is read or saved.
    ///   - playing: Changes an entry each time it is played.
    ///   - environment: The environment variables, such as `HTTPMOCK_RECORD`.
    /// - Throws: `HTTPMockError` if the file is missing where it is needed, can't be read, or is too old. Two cassettes
    ///   that record into the file at the same time are an error too, and so is an unknown mode in `HTTPMOCK_RECORD`.
    public convenience init(
        at url: URL, record: RecordMode = .none, matching: [Rule] = [], ignoring: [Part] = [],
        repeatsLast: Bool = false, redacting: Redacting = .secrets, recordsFailures: Bool = false,
        recordsChunks: Bool = false, warnAfter: Duration? = nil, failAfter: Duration? = nil, recording: Edit? = nil,
        playing: Edit? = nil, environment: [String: String] = ProcessInfo.processInfo.environment,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) throws {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let options = Options(
            matching: matching, ignoring: ignoring, repeatsLast: repeatsLast, redacting: redacting,
            recordsFailures: recordsFailures, recordsChunks: recordsChunks, warnAfter: warnAfter, failAfter: failAfter,
            recording: recording, playing: playing)
        try self.init(
            at: url, record: record, options: options, environment: environment,
            owner: "the cassette made at \(location)")
    }

    /// Opens a file with options that several cassettes share.
    ///
    /// - Parameters:
    ///   - url: The file: a HAR of any tool, or Stubborn Network's JSON.
    ///   - record: How requests are treated. `HTTPMOCK_RECORD` overrides it; without that, `CI` turns recording off.
    ///   - options: The options; those that are not given have their defaults.
    ///   - environment: The environment variables, such as `HTTPMOCK_RECORD`.
    /// - Throws: `HTTPMockError` if the file is missing where it is needed, can't be read, or is too old. Two cassettes
    ///   that record into the file at the same time are an error too, and so is an unknown mode in `HTTPMOCK_RECORD`.
    public convenience init(
        at url: URL, record: RecordMode = .none, options: Options,
        environment: [String: String] = ProcessInfo.processInfo.environment, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) throws {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        try self.init(
            at: url, record: record, options: options, environment: environment,
            owner: "the cassette made at \(location)")
    }

    /// Opens the cassette that the environment names; nil if it names none.
    ///
    /// `HTTPMOCK_CASSETTE` is the path of a file, which is played. `STUB_NAME` and `STUB_PATH` are Stubborn Network's
    /// variables for the name of a test and a folder; their file is recorded if it is missing. `HTTPMOCK_RECORD`
    /// overrides both modes.
    ///
    /// - Parameter environment: The variables, such as `ProcessInfo.processInfo.environment`.
    /// - Throws: `HTTPMockError` as the initializer with a URL, or if only one of `STUB_NAME` and `STUB_PATH` is set.
    public convenience init?(environment: [String: String]) throws {
        let command = "run the program with HTTPMOCK_RECORD=missing"
        if let path = environment["HTTPMOCK_CASSETTE"] {
            try self.init(
                at: URL(fileURLWithPath: path), record: .none, options: Options(), environment: environment,
                owner: "the cassette of HTTPMOCK_CASSETTE", command: command)
            return
        }
        switch (environment["STUB_NAME"], environment["STUB_PATH"]) {
        case (nil, nil): return nil
        case (let name?, let folder?):
            let url = URL(fileURLWithPath: folder).appendingPathComponent(StubbornNetworkFile.name(for: name))
            try self.init(
                at: url, record: .missing, options: Options(), environment: environment,
                owner: "the cassette of STUB_NAME", command: command)
        default:
            throw HTTPMockError(
                "one of STUB_NAME and STUB_PATH is set without the other. To fix this, set both, or HTTPMOCK_CASSETTE.")
        }
    }

    /// Creates a cassette without a file, which plays entries and records nothing.
    ///
    /// Entries that can't be played are not in ``entries``, but in ``problems``. Dropped entries are in neither.
    ///
    /// ```swift
    /// let cassette = Cassette(entries: [.init(.get, "https://api.example.com/user", responseBody: Data("{}".utf8))])
    /// ```
    ///
    /// - Parameters:
    ///   - entries: The entries, in the order in which equal requests are played.
    ///   - options: The options; those that are not given have their defaults.
    public init(entries: [Entry], options: Options = Options()) {
        url = nil
        fileName = nil
        mode = .none
        settings = Settings(options)
        claim = nil
        isShared = false
        var loaded: [HAREntry] = []
        var problems: [HARProblem] = []
        for (index, entry) in entries.enumerated() where !entry.isDropped {
            var entry = entry.recorded
            entry.number = index + 1
            if let reason = entry.flaw {
                problems.append(HARProblem(entry, reason: reason))
            } else {
                loaded.append(entry)
            }
        }
        index = EntryIndex(loaded, in: nil, rules: settings.rules)
        webSockets = WebSocketPlayer([], in: nil, rules: settings.rules)
        let player = EntryPlayer(index, repeatsLast: settings.repeatsLast)
        state = Locked(State(loaded: loaded, problems: problems, format: .har, player: player))
    }

    /// Opens a file for an owner, which messages name.
    ///
    /// - Parameters:
    ///   - owner: The test or the source location that the cassette belongs to.
    ///   - command: The command that records the file.
    ///   - isShared: Whether several tests play the file.
    package init(
        at url: URL, record: RecordMode, options: Options, environment: [String: String], owner: String,
        command: String = "HTTPMOCK_RECORD=missing swift test", isShared: Bool = false
    ) throws {
        var mode = try record.effective(in: environment)
        // If an earlier test of this run has recorded the file, its entries stay, and this test adds further entries.
        if isShared, mode == .missing, SharedCassettes.wasRecorded(url) { mode = .new }
        let exists = try CassetteFile.exists(at: url)
        let needsFile = mode == .none || mode == .verify
        if needsFile, !exists { throw HTTPMockError.missingCassette(at: url, command: command) }
        var file: CassetteFile?
        if exists { file = try CassetteFile(contentsOf: url) }
        self.url = url
        fileName = url.lastPathComponent
        self.mode = mode
        self.isShared = isShared
        settings = Settings(options, environment: environment)
        let entries = file?.entries ?? []
        switch mode {
        case .missing where exists, .none, .verify: claim = nil
        case .all, .missing, .new: claim = try RecordingClaim(url, owner: owner)
        }
        index = EntryIndex(mode == .all ? [] : entries, in: fileName, rules: settings.rules)
        webSockets = WebSocketPlayer(file?.webSockets ?? [], in: fileName, rules: settings.rules)
        let player = EntryPlayer(index, repeatsLast: settings.repeatsLast)
        var state = State(
            loaded: entries, problems: file?.problems ?? [], format: file?.format ?? Format(of: url), player: player)
        if mode != .all, let warning = try settings.expiry.check(entries, of: url, command: command) {
            state.warnings.append(warning)
        }
        self.state = Locked(state)
    }

    deinit {
        // A released claim means that a save was tried, or that a failed test dropped its recording on purpose.
        guard let claim, !claim.isReleased else { return }
        let (count, saveWasTried) = state.withLock { ($0.recorded.count + $0.unedited.count, $0.saveWasTried) }
        // Only exchanges of a mock are ever pending. Other callers of `record(_:)` decide themselves when to save.
        guard pending.hasBegun, count > 0, !saveWasTried else { return }
        StandardError.report(
            "HTTPMock: \(count) \(count == 1 ? "exchange was" : "exchanges were") recorded for \(name), but "
                + "not saved. To fix this, call save() when the requests have ended.")
    }

    /// The rules by which requests are compared, with the file's redacted names.
    var rules: MatchingRules { index.rules }

    /// Whether the network answers requests that no entry answers, and the answers are recorded.
    package var isRecording: Bool { claim != nil }

    /// The name of the file in messages, or `the cassette` without a file.
    package var name: String { fileName ?? "the cassette" }

    /// Returns a sentence with the command that lists the file's entries; nil without a file.
    ///
    /// - Parameter purpose: The beginning of the sentence, as in `To see the reasons`.
    func inspection(for purpose: String) -> String? {
        url.map { "\(purpose), run: swift run http-mock inspect \"\($0.path)\"" }
    }

    /// Allows another cassette to record into the file while this cassette is still retained.
    package func endRecording() {
        claim?.release()
    }

    /// Notes the entries that a test has not played, if several tests share the file and play it.
    ///
    /// Entries that no test of the run plays are reported once, when the process ends.
    package func endSharing() {
        guard isShared, let url, !isRecording else { return }
        let unplayed = Set(state.withLock { $0.player.unplayed }.map(\.number))
        SharedCassettes.note(url, entries: entries, unplayed: unplayed)
    }

    /// The errors of the `playing:` edit.
    package var playingFailures: [HTTPMockError] { state.withLock { $0.playingFailures } }

    /// The playable entries of the file, and the recorded entries with their secrets redacted.
    ///
    /// With ``RecordMode/all``, only the recorded entries. The entries of the file are those from when it was opened.
    public var entries: [Entry] {
        editRecorded()
        let (loaded, recorded) = state.withLock { ($0.loaded, $0.recorded) }
        let kept = mode == .all ? [] : loaded
        var redactor = Redactor(settings.redacting, firstNumber: Self.firstNumber(after: kept))
        var number = kept.map(\.number).max() ?? 0
        let added = recorded.map { entry in
            number += 1
            var redacted = redactor.redact(entry, number: number)
            redacted.number = number
            return redacted
        }
        return (kept + added).map { Entry($0, in: fileName) }
    }

    /// The entries of the file, or of the given entries, that can't be played, with the reasons.
    public var problems: [Problem] {
        state.withLock { $0.problems }.map { Problem($0, in: fileName) }
    }

    /// The entries that no request has played; none with ``RecordMode/all``.
    public var unplayedEntries: [Entry] {
        state.withLock { $0.player.unplayed }.map { Entry($0, in: fileName) }
    }

    /// The differences between the file and the network that ``RecordMode/verify`` found.
    public var differences: [Difference] { state.withLock { $0.differences } }

    /// Warnings about the age of the file, and about recorded requests that won't match when they are made again.
    public var warnings: [String] {
        editRecorded()
        let (warnings, recorded) = state.withLock { ($0.warnings, $0.recorded) }
        let volatile = VolatileValues(settings)
        var seen: Set<String> = []
        return warnings + recorded.flatMap(volatile.warnings).filter { seen.insert($0).inserted }
    }
}
