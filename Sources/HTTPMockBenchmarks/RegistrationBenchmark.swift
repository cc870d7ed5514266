import Foundation
import HTTPMock

/// Measures the time and memory of a registration.
enum RegistrationBenchmark {
    static func run(_ options: Options) async throws -> [Section] {
        let count = options.count(100_000, quick: 5000)
        let rounds = options.count(5, quick: 1)
        let routes = Routes.exact(count: count)
        var times: [Section.Row] = []
        var sizes: [Section.Row] = []
        // The times of `clearQueues()` after the registrations of all ways.
        var clearing = Samples()
        let ways: [(String, (HTTPMock) -> Void)] = [
            ("imperative", { $0.register(routes) }),
            ("imperative, with a method and a query", { registerDetailed(routes, in: $0) }),
            ("imperative, wildcards", { $0.register(Routes.wildcards(count: count)) }),
            ("DSL", { registerByDSL(routes, in: $0) }),
        ]
        for (name, register) in ways {
            var time = Samples()
            var size = Samples()
            for _ in 0..<rounds {
                let mock = HTTPMock()
                let before = Memory.resident
                let start = ContinuousClock.now
                register(mock)
                time.add((ContinuousClock.now - start) / .microseconds(1) / Double(count))
                size.add(Double(Memory.resident - before) / Double(count))
                let clearStart = ContinuousClock.now
                mock.clearQueues()
                clearing.add((ContinuousClock.now - clearStart) / .milliseconds(1))
            }
            times.append(Section.Row(name, time))
            sizes.append(Section.Row(name, size))
        }
        return [
            Section(title: "registrations, \(count) of them, µs each", digits: 2, rows: times),
            Section(title: "registrations, bytes each", digits: 0, rows: sizes),
            Section(title: "registrations, clearing all, ms", rows: [Section.Row("clearQueues()", clearing)]),
        ]
    }

    private static func registerDetailed(_ routes: [Routes.Route], in mock: HTTPMock) {
        for route in routes {
            mock.addResponses(
                forPath: route.path, host: route.host, method: .get, query: ["page": "1"],
                responses: [.json(Endpoint.body)])
        }
    }

    private static func registerByDSL(_ routes: [Routes.Route], in mock: HTTPMock) {
        let byHost = Dictionary(grouping: routes, by: \.host)
        mock.registerResponses {
            for (host, routes) in byHost {
                Host(host) {
                    for route in routes {
                        Path(route.path) { MockResponse.json(Endpoint.body) }
                    }
                }
            }
        }
    }
}
