import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockTool

/// The port that a command listens on if the user names none.
@Suite(.bounded) struct PortTests {
    private func tried(failing code: Int32) async -> [Int] {
        let ports = Observed<[Int]>([])
        _ = try? await HTTPMock.onPort(nil) { port in
            ports.change { $0.append(port) }
            if port != 0 { throw HTTPMockError("can't listen", systemCode: code) }
        }
        return ports.value
    }

    @Test func usualPortThatIsInUseIsReplacedByAnyFreeOne() async {
        #expect(await tried(failing: EADDRINUSE) == [8_080, 0])
    }

    @Test(arguments: [EADDRNOTAVAIL, EACCES, EMFILE])
    func otherErrorAtTheUsualPortIsTheCommandsError(code: Int32) async {
        #expect(await tried(failing: code) == [8_080])
    }

    @Test func addressOfAnotherMachineIsAnErrorAtTheUsualPort() async throws {
        let folder = try TemporaryFolder()
        try folder.write(SampleHAR.document(SampleHAR.entry()), to: "shop.har")
        // An address for documentation, which no machine has (RFC 5737).
        let run = try await ToolRun(["serve", "shop.har", "--host", "192.0.2.1"], in: folder.url)
        let reason = "bind: \(String(cString: strerror(EADDRNOTAVAIL)))"
        #expect(run.error.contains("http-mock: the server can't listen on 192.0.2.1:8080 (\(reason)).\n"))
        #expect(run.status == 2)
    }
}
