import Foundation
import TestSupport
import Testing

/// Outputs and inputs that are full, closed or not UTF-8.
@Suite(.bounded) struct StandardDescriptorTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    // There is no /dev/full on Darwin.
    @Test(arguments: FileManager.default.fileExists(atPath: "/dev/full") ? ["/dev/full", "&-"] : ["&-"])
    func outputThatCannotBeWrittenIsAnError(_ output: String) async throws {
        try folder.write(SampleHAR.document(SampleHAR.entry()), to: "shop.har")
        let script = #"cd "$0"; timeout 120 "$1" inspect shop.har >\#(output) 2>error; echo $?"#
        let (_, text) = await Subprocess.run(
            "/bin/sh", ["-c", script, folder.url.path, ToolRun.tool], environment: ["PATH": "/usr/bin:/bin"])
        #expect(text == "2\n")
        let (reason, fix) =
            output == "&-"
            ? ("it is closed", "write it into a file: > FILE")
            : ("No space left on device", "make room where it is written to")
        let error = try folder.text(of: "error")
        #expect(error == "http-mock: standard output can't be written: \(reason). To fix this, \(fix).\n")
    }

    @Test func closedInputIsAnErrorInItsOwnWords() async throws {
        let (status, text) = await shell("inspect - <&-")
        #expect(
            text == "http-mock: standard input can't be read: Bad file descriptor. To fix this, give it a file: "
                + "http-mock inspect - < FILE\n")
        #expect(status == 2)
    }

    /// A file that gets the number of a closed output would be written into.
    @Test func closedOutputsNeverReachAFile() async throws {
        try folder.write(SampleHAR.document(SampleHAR.secret), to: "shop.har")
        let (status, _) = await shell("redact shop.har --in-place <&- >&- 2>&-")
        #expect(status == 0)
        let entries = try await ToolRun(["inspect", "shop.har"], in: folder.url)
        #expect(entries.status == 0)
        #expect(try !folder.text(of: "shop.har").contains("secret replaced"))
    }

    // Darwin's file systems refuse such names.
    #if os(Linux)
        @Test func nameThatIsNotUTF8IsAnErrorThatNamesTheWay() async throws {
            try folder.write(SampleHAR.document(SampleHAR.entry()), to: "shop.har")
            let (status, text) = await shell(#"inspect "$(printf 'caf\351.har')""#)
            #expect(text.hasPrefix(#"http-mock: "caf"#))
            #expect(
                text.hasSuffix(
                    " is not UTF-8. To fix this, rename the file, or let the shell open it: http-mock inspect - < FILE\n"
                ))
            #expect(status == 2)
        }
    #endif

    /// Runs words of a shell after the name of the tool, and returns what was printed on either output.
    private func shell(_ words: String) async -> (status: Int32, text: String) {
        await Subprocess.run(
            "/bin/sh", ["-c", #"cd "$0"; exec 2>&1; timeout 120 "$1" \#(words)"#, folder.url.path, ToolRun.tool],
            environment: ["PATH": "/usr/bin:/bin"])
    }

    @Test func closedPipeEndsTheOutputQuietly() async throws {
        let entries = (0..<5_000).map { SampleHAR.entry("GET", "https://api.example.com/\($0)") }
        try folder.write(#"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#, to: "shop.har")
        let script = #"cd "$0"; { timeout 120 "$1" inspect shop.har; echo $? >status; } 2>error | head -n 1"#
        let (_, text) = await Subprocess.run(
            "/bin/sh", ["-c", script, folder.url.path, ToolRun.tool], environment: ["PATH": "/usr/bin:/bin"])
        #expect(text.hasPrefix("   #  METHOD"))
        #expect(try folder.text(of: "status") == "0\n")
        #expect(try folder.text(of: "error") == "")
    }
}
