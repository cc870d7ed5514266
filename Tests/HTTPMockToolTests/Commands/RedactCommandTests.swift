import Foundation
import TestSupport
import Testing

/// `http-mock redact`, run as a user runs it.
@Suite(.bounded) struct RedactCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> ToolRun {
        try await ToolRun(arguments, in: folder.url, environment: environment)
    }

    @Test func redactChangesTheSecretsOnly() async throws {
        let file = SampleHAR.document(SampleHAR.unplayable, SampleHAR.secret)
        try folder.write(file, to: "shop.har")
        let run = try await run("redact", "shop.har")
        #expect(
            run.output
                == file.replacingOccurrences(of: "planted-secret-1", with: "REDACTED-1")
                .replacingOccurrences(of: "planted-secret-2", with: "REDACTED-2"))
        #expect(try folder.text(of: "shop.har") == file)
        #expect(run.status == 0)
    }

    @Test func redactInPlaceKeepsLinksAndModes() async throws {
        try folder.write(SampleHAR.document(SampleHAR.secret), to: "target.har")
        let (link, target) = (
            folder.url.appendingPathComponent("shop.har"), folder.url.appendingPathComponent("target.har")
        )
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target.path)
        let run = try await run("redact", "shop.har", "--in-place")
        #expect(run.error == "shop.har: 2 secrets replaced\n")
        #expect(run.output == "")
        #expect(try !folder.text(of: "target.har").contains("planted"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == target.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: target.path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names.filter { $0.hasSuffix(".har") || $0.hasPrefix(".") }.sorted() == ["shop.har", "target.har"])
    }

    @Test func redactKeepsTheBytesOfAFileWithoutSecrets() async throws {
        let file = "\u{FEFF}" + SampleHAR.document(SampleHAR.entry(), SampleHAR.unplayable) + "\n\n"
        try folder.write(file, to: "shop.har")
        let run = try await run("redact", "shop.har", "--in-place")
        #expect(run.error == "shop.har: no secrets\n")
        #expect(try folder.text(of: "shop.har") == file)
        #expect(run.status == 0)
    }

    @Test func redactReplacesASecretWhereNoNameMarksIt() async throws {
        let entry = SampleHAR.entry(body: "the token is planted-secret-2, keep it", type: "text/plain")
        try folder.write(SampleHAR.document(SampleHAR.secret, entry), to: "shop.har")
        let run = try await run("redact", "shop.har")
        #expect(run.output.contains("the token is REDACTED-"))
        #expect(!run.output.contains("planted"))
        #expect(run.status == 0)
    }

    @Test func redactReplacesASecretHoweverItIsEscaped() async throws {
        let text = "a%3Dplanted%2Dsecret%252D2&b=plantéd \\"
        let entry = SampleHAR.entry(body: text, type: "text/plain")
        try folder.write(SampleHAR.document(SampleHAR.secret, entry), to: "shop.har")
        let run = try await run("redact", "shop.har")
        #expect(run.output.contains(#"a%3DREDACTED-2&b=plantéd \\"#))
        #expect(run.status == 0)
    }

    @Test func redactListsWhatItLeavesAndRedactsTheRest() async throws {
        let hidden = Data("{planted-secret-2}".utf8).base64EncodedString()
        let entry = "\n" + SampleHAR.entry("GET", "https://api.example.com/\(hidden)")
        try folder.write(SampleHAR.document(SampleHAR.secret, entry), to: "shop.har")
        let run = try await run("redact", "shop.har")
        #expect(!run.output.contains("planted"))
        #expect(run.output.contains(hidden))
        #expect(run.error.hasPrefix("shop.har:2: the "))
        #expect(run.error.contains(" is where no replacement is safe. To fix this, remove it by hand, or, if it is "))
        #expect(run.status == 1)
        let options = run.error.matches(of: /allow it: --allow ([0-9a-f]{16})\.\n/).map { "--allow=\($0.1)" }
        #expect(!options.isEmpty)
        let allowed = try await ToolRun(["redact", "shop.har"] + options, in: folder.url)
        #expect(allowed.error == "" && allowed.status == 0)
    }

    @Test func redactChangesSeveralFilesInPlaceAndStandardInputNever() async throws {
        for name in ["a.har", "b.har"] { try folder.write(SampleHAR.document(SampleHAR.secret), to: name) }
        let both = try await run("redact", "a.har", "b.har", "--in-place")
        #expect(both.error == "a.har: 2 secrets replaced\nb.har: 2 secrets replaced\n")
        #expect(try !folder.text(of: "a.har").contains("planted") && !folder.text(of: "b.har").contains("planted"))
        for arguments in [["a.har", "b.har"], ["-", "--in-place"]] {
            #expect(try await ToolRun(["redact"] + arguments, in: folder.url).status == 2)
        }
    }

    @Test func packedFileKeepsAllFilesUnchanged() async throws {
        let file = SampleHAR.document(SampleHAR.secret)
        for name in ["a.har", "b.har"] { try folder.write(file, to: name) }
        let path = folder.url.appendingPathComponent("b.har").path
        let packing = await Subprocess.run(
            "/bin/sh", ["-c", #"gzip "$0""#, path], environment: ToolRun.variables([:]))
        try #require(packing.status == 0)
        let run = try await run("redact", "a.har", "b.har.gz", "--in-place")
        #expect(
            run.error
                == "http-mock: b.har.gz is packed with gzip. To fix this, unpack it, or name another file: --output\n")
        #expect(try folder.text(of: "a.har") == file)
        #expect(run.status == 2)
    }

    @Test func pipeIsReadWhereAFileIsAndNeverChanged() async throws {
        let pipe = folder.url.appendingPathComponent("pipe")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        let document = Data(SampleHAR.document(SampleHAR.secret).utf8)
        Thread.detachNewThread {
            // Opening waits until the tool opens the pipe.
            try? FileHandle(forWritingTo: pipe).write(contentsOf: document)
        }
        let check = try await ToolRun(["check", "pipe"], in: folder.url, environment: ["TMPDIR": folder.url.path])
        #expect(check.output.contains("http-mock redact - > FILE"))
        let redact = try await ToolRun(["redact", "pipe", "--in-place"], in: folder.url)
        #expect(redact.status == 2)
        #expect(redact.error.contains("can't be changed in place"))
    }

    @Test func pipeIsWrittenIntoAndStays() async throws {
        try folder.write(SampleHAR.document(SampleHAR.secret), to: "shop.har")
        let path = folder.url.appendingPathComponent("pipe").path
        try #require(mkfifo(path, 0o600) == 0)
        // Opened for both, so that neither end waits for the other; the text fits into the pipe.
        let descriptor = open(path, O_RDWR | O_NONBLOCK)
        defer { close(descriptor) }
        let run = try await run("redact", "shop.har", "-o", "pipe")
        #expect(run.status == 0, "\(run.error)")
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).contains("REDACTED"))
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test(arguments: [("/dev/null", "/dev/null"), ("-", "standard input")])
    func errorNamesTheOriginalOfACopy(path: String, name: String) async throws {
        try folder.write("", to: "empty")
        let run = try await ToolRun(
            ["inspect", path], in: folder.url, input: "empty", environment: ["TMPDIR": folder.url.path])
        #expect(run.status == 2)
        #expect(
            run.error.hasPrefix("http-mock: the cassette \(name) can't be read: it is not JSON at line 1, column 1"))
    }

    @Test func standardInputIsReadWhereAFileIs() async throws {
        try folder.write(SampleHAR.document(SampleHAR.secret), to: "shop.har")
        func run(_ arguments: String...) async throws -> ToolRun {
            try await ToolRun(arguments, in: folder.url, input: "shop.har", environment: ["TMPDIR": folder.url.path])
        }
        #expect(try await run("redact", "-").output.contains("access_token=REDACTED-1"))
        #expect(try await run("inspect", "-").output.contains("access_token=REDACTED"))
        #expect(
            try await run("check", "-").output.hasPrefix("-:1: the query item access_token in the request of entry 1"))
        #expect(try await run("swift", "-").output.hasPrefix("mock.registerResponses"))
        #expect(try await run("view", "-", "--output", "-").output.hasPrefix("<!DOCTYPE html>"))
        // The copy is removed.
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!names.contains { $0.hasPrefix("http-mock") })
    }

    @Test func secretsAreFoundByTheirShape() async throws {
        let token = "ghp_" + String(repeating: "a1B2", count: 9)
        let file = SampleHAR.document(SampleHAR.entry("GET", "https://api.example.com/\(token)/x", body: "t"))
        try folder.write(file, to: "shop.har")
        let checked = try await run("check", "shop.har")
        #expect(checked.output.hasPrefix("shop.har:1: a GitHub token is a secret."))
        #expect(checked.status == 1)
        let redacted = try await run("redact", "shop.har", "--in-place")
        #expect(redacted.status == 0)
        #expect(try !folder.text(of: "shop.har").contains(token))
    }

    @Test func redactWritesAnotherFile() async throws {
        try folder.write(SampleHAR.document(SampleHAR.secret), to: "shop.har")
        let run = try await run("redact", "shop.har", "-o", "clean.har")
        #expect(run.output == "")
        #expect(run.error == "clean.har: 2 secrets replaced\n")
        #expect(try !folder.text(of: "clean.har").contains("planted"))
        #expect(try folder.text(of: "shop.har").contains("planted"))
        let full = try await self.run("redact", "shop.har", "-o", "/dev/full/clean.har")
        #expect(full.status == 2)
        #expect(full.error.hasPrefix("http-mock: /dev/full/clean.har can't be written: "))
    }

    @Test func namesAndExceptionsOfTheUserCount() async throws {
        try folder.write(SampleHAR.document(SampleHAR.secret), to: "shop.har")
        let allowed = try await run("redact", "shop.har", "--allow", "planted-secret-1", "--allow", "Authorization")
        #expect(try allowed.output == folder.text(of: "shop.har"))
        let check = try await run("check", "shop.har", "--allow", "access_token", "--allow=authorization")
        #expect(check.status == 0)
        try folder.write(SampleHAR.document(SampleHAR.entry(body: #"{"access":"abc"}"#)), to: "in.har")
        let token = "ghp_" + String(repeating: "a1B2", count: 9)
        try folder.write(SampleHAR.document(SampleHAR.entry(body: #"{"id":"\#(token)"}"#)), to: "token.har")
        #expect(try await run("redact", "token.har", "--allow", "ID").output == folder.text(of: "token.har"))
        #expect(try await run("check", "token.har", "--allow", "id").output == "token.har: fine\n")
        let named = try await run("redact", "in.har", "--secret-name", "access")
        #expect(named.output.contains(#"{\"access\":\"REDACTED-1\"}"#))
    }
}
