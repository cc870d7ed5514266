import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct NetworkWatchTests {
    private let driver = ClientDriver(session: URLSession(configuration: .ephemeral))

    @Test(arguments: ["127.0.0.1", "api.example.localhost"])
    func nativeRequestIsCounted(host: String) async {
        let watch = NetworkWatch()
        #expect(await watch.connectionCount() == 0)
        let outcome = await driver.run(URLRequest(url: watch.url("/leak", host: host)), as: .handlerData)
        #expect(outcome.status == 599)
        #expect(await watch.connectionCount() == 1)
    }

    @Test func countingDoesNotCountItself() async {
        let watch = NetworkWatch()
        await withTaskGroup { group in
            for _ in 1...20 {
                group.addTask { await watch.connectionCount() }
            }
            for await count in group {
                #expect(count == 0)
            }
        }
    }

    @Test func invalidHostIsNotFound() async {
        let outcome = await driver.run(URLRequest(url: NetworkWatch().unresolvable("/leak")), as: .handlerData)
        #expect(outcome.error?.code == URLError.cannotFindHost.rawValue)
        #expect(outcome.error?.failingTarget == "/leak")
    }
}
