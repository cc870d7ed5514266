import Foundation
import HTTPMock
import HTTPMockRecording
import HTTPMockTesting
import Testing
import XCTest

/// The path of a cassette next to the test's file, by suite, test and argument.
struct CassetteLocation {
    /// The arguments that have a file, by file and test.
    private static let knownArguments = Locked<[FileOfTest: [String]]>([:])
    /// The most bytes of a name, so that a longer lock file's name fits too.
    private static let longestName = 200

    private struct FileOfTest: Hashable {
        let file: String
        let test: String
    }

    /// The folder `__Cassettes__`.
    private let root: URL
    /// The folder of the suite in `root`.
    private let folder: URL
    /// The identity of the test among all tests.
    private let id: String
    /// The name of the test in its file's name.
    private let test: String
    private let arguments: [String]
    /// The expression that `swift test --filter` finds the test with.
    let filter: String

    /// Finds the folder and the name of a test's cassette.
    ///
    /// - Throws: ``HTTPMockError`` if the arguments of the test can't be read, because all runs would share one file.
    init(_ test: Test, _ testCase: Test.Case?) throws {
        let suites = test.suites
        let file = URL(fileURLWithPath: test.sourceLocation.filePath)
        self.init(
            file: file, folderName: suites.isEmpty ? file.deletingPathExtension().lastPathComponent : nil, suites,
            test: test.functionName, id: "\(test.id)", arguments: try testCase.map(Self.arguments) ?? [])
    }

    /// Finds the folder and the name of the cassette of a method of XCTest.
    ///
    /// - Parameters:
    ///   - test: The running test, whose name is `CheckoutTests.testPays`, or `-[CheckoutTests testPays]` on Apple's
    ///     platforms.
    ///   - filePath: The path of the test's file.
    init(_ test: XCTestCase, filePath: String) {
        let words = test.name.split { " .-[]".contains($0) }
        let name = words.last.map(String.init) ?? "test"
        let suite = "\(type(of: test))"
        self.init(
            file: URL(fileURLWithPath: filePath), folderName: nil, [suite], test: name, id: "\(suite)/\(name)",
            arguments: [])
    }

    /// Finds the folder and the name of a cassette.
    ///
    /// - Parameter folderName: The name of the folder for a test without suites; nil for the names of the suites.
    private init(
        file: URL, folderName: String?, _ suites: [String], test: String, id: String, arguments: [String]
    ) {
        root = file.deletingLastPathComponent().appendingPathComponent("__Cassettes__")
        folder = root.appendingPathComponent(Self.plain(folderName ?? suites.joined(separator: "."), keeping: "._"))
        self.test = Self.plain(test, keeping: "_")
        filter = Self.shellWord((suites + [test]).map(NSRegularExpression.escapedPattern).joined(separator: "/"))
        self.id = id
        self.arguments = arguments
    }

    /// Opens the cassette of the test.
    ///
    /// - Parameters:
    ///   - file: The name of the file.
    ///   - record: How requests are treated; the environment may override it.
    ///   - owner: The test in messages.
    func open(
        _ file: CassetteName.File, record: RecordMode, _ options: Cassette.Options, _ environment: [String: String],
        owner: String
    ) throws -> Cassette {
        let (url, isShared) =
            switch file {
            case .own(let name): (try url(named: name), false)
            case .shared(let name): (root.appendingPathComponent(Self.shortened(name) + ".har"), true)
            }
        return try Cassette(
            at: url, record: record, options: options, environment: environment, owner: owner,
            command: "HTTPMOCK_RECORD=missing swift test --filter \(filter)", isShared: isShared)
    }

    /// Returns the file with a name, or with the name of the test if nil, followed by the arguments.
    ///
    /// - Throws: ``HTTPMockError`` if other arguments of the test have the same file.
    func url(named name: String?) throws(HTTPMockError) -> URL {
        let parts = [name ?? test] + arguments.map { Self.plain($0, keeping: "") }
        let url = folder.appendingPathComponent(Self.shortened(parts.joined(separator: "-")) + ".har")
        let firstArguments = Self.knownArguments.withLock { known in
            // Lowercased, because file systems of Apple's platforms ignore case.
            let key = FileOfTest(file: url.path.lowercased(), test: id)
            let first = known[key, default: arguments]
            known[key] = first
            return first
        }
        guard firstArguments == arguments else {
            let texts = [firstArguments, arguments].map { $0.map(\.debugDescription).joined(separator: ", ") }
            throw HTTPMockError(
                "the arguments \(texts[0]) and \(texts[1]) have the same cassette, \(url.lastPathComponent), because its name "
                    + "has only their letters, digits and dashes, and ignores case. To fix this, make them differ in those, or "
                    + "open a cassette by hand: HTTPMock.current.insert(try Cassette(at: …)).")
        }
        return url
    }

    /// Returns a regular expression as one word of a command, quoted where necessary.
    private static func shellWord(_ pattern: String) -> String {
        let isPlain = pattern.utf8.allSatisfy { $0.isASCIILetterOrDigit || "_/".utf8.contains($0) }
        if isPlain { return pattern }
        return "'\(pattern.replacingOccurrences(of: "'", with: #"'\''"#))'"
    }

    /// Returns a name; a checksum replaces the end of a name too long for files.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > longestName else { return name }
        // FNV-1a, because Swift's own hash differs in each process.
        let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let lengthOfEnd = "-0123456789abcdef".utf8.count
        var start = name.prefix(longestName)
        while start.utf8.count > longestName - lengthOfEnd { start.removeLast() }
        return "\(start)-\(String(hash, radix: 16))"
    }

    /// Returns a text with dashes for characters other than letters, digits and given ones.
    private static func plain(_ text: String, keeping others: String) -> String {
        let kept = text.map { character in
            let isKept = character.isLetter || character.isNumber || others.contains(character)
            return isKept ? character : "-"
        }
        return String(kept)
    }

    /// Returns the arguments of one run of a parameterised test, as text.
    ///
    /// The arguments are read by reflection, because Swift Testing has no public interface for them.
    private static func arguments(of testCase: Test.Case) throws -> [String] {
        guard testCase.isParameterized else { return [] }
        let kind = Mirror(reflecting: testCase).descendant("_kind").map { Mirror(reflecting: $0) }
        let arguments = kind?.descendant("parameterized", "arguments").map { Mirror(reflecting: $0).children }
        let values = arguments?.compactMap { Mirror(reflecting: $0.value).descendant("value") } ?? []
        guard !values.isEmpty else {
            throw HTTPMockError(
                "the arguments of a parameterised test can't be read with this version of Swift, so its runs would share "
                    + "one cassette. To fix this, open one by hand: HTTPMock.current.insert(try Cassette(at: …)).")
        }
        return values.map { "\($0)" }
    }
}
