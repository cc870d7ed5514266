import Foundation
import TestSupport
import Testing

@Suite(.bounded) struct SubprocessTests {
    private func run(_ script: String, killedAfter seconds: Double = 600) async -> (status: Int32, text: String) {
        await Subprocess.run("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], killedAfter: seconds)
    }

    @Test func statusAndOutputAreReturned() async {
        let (status, text) = await run("echo a; echo b >&2; exit 3")
        #expect(status == 3)
        #expect(text == "a\nb\n")
    }

    @Test func programThatRunsTooLongIsKilled() async {
        #expect(await run("exec sleep 600", killedAfter: 0.1).status == -SIGKILL)
    }

    @Test func programWithoutOutputIsKilledAsWell() async {
        #expect(await run("exec sleep 600 >/dev/null 2>&1", killedAfter: 0.1).status == -SIGKILL)
    }
}
