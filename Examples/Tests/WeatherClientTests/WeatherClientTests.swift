import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

@testable import WeatherClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Each test has its own mock: the suite is created again for each test.
@Suite(.httpMock(host: "api.weather.example")) struct WeatherClientTests {
    let mock = HTTPMock.current
    let client: WeatherClient

    init() {
        client = WeatherClient(session: mock.urlSession, token: "t0k3n")
    }

    @Test func joinsThePagesOfAList() async throws {
        for page in 1...3 {
            let station = #"{"id":"s\#(page)","name":"Station \#(page)"}"#
            let next = page < 3 ? "\(page + 1)" : "null"
            mock.addResponses(
                forPath: "/v1/stations",
                query: ["region": "north", "page": page],
                responses: [
                    .json(#"{"stations":[\#(station)],"nextPage":\#(next)}"#)
                ])
        }

        let stations = try await client.stations(in: "north")

        #expect(stations.map(\.id) == ["s1", "s2", "s3"])
    }

    @Test func decodesTheForecastOfAStation() async throws {
        mock.registerResponses {
            Path("/v1/stations/{id}/forecast") {
                MockResponse.file(named: "forecast.json", in: .module)
            }
        }

        let forecast = try await client.forecast(for: "s1")

        #expect(
            forecast.days == [
                .init(low: 8.5, high: 17), .init(low: 9, high: 19.5),
            ])
        #expect(forecast.issued == Date(timeIntervalSince1970: 1_714_543_200))
    }

    @Test func decodesDatesAsTheMockEncodesThem() async throws {
        let expected = Forecast(
            issued: Date(timeIntervalSince1970: 1_714_543_200),
            days: [.init(low: 1, high: 2)])
        mock.addResponses(
            forPath: "/v1/stations/s1/forecast",
            responses: [.encodable(expected)])

        #expect(try await client.forecast(for: "s1") == expected)
    }

    @Test func retriesWhileTheServiceIsUnavailable() async throws {
        mock.addResponses(forPath: "/v1/stations/s1/forecast") {
            MockResponse.status(
                .serviceUnavailable, lifetime: .multiple(2),
                headers: ["Retry-After": "0"])
            MockResponse.json(#"{"issued":"2024-05-01T06:00:00Z","days":[]}"#)
        }

        #expect(try await client.forecast(for: "s1").days.isEmpty)
    }

    @Test func givesUpOnAServiceThatStaysUnavailable() async throws {
        mock.addResponses(
            forPath: "/v1/stations/s1/forecast",
            responses: [
                .status(
                    .serviceUnavailable, lifetime: .eternal,
                    headers: ["Retry-After": "0"])
            ])

        await #expect(throws: WeatherError.unavailable) {
            try await client.forecast(for: "s1")
        }
    }

    @Test(arguments: [
        (MockResponse.status(.unauthorized), WeatherError.unauthorized),
        (.status(.notFound), .notFound),
        (
            .status(.tooManyRequests, headers: ["Retry-After": "30"]),
            .rateLimited(retryAfter: 30)
        ),
        (.empty(status: 418), .unexpected(status: 418)),
        (.plaintext("not a forecast"), .unreadable),
        (.failure(.notConnectedToInternet), .offline(.notConnectedToInternet)),
    ])
    func reportsWhatWentWrong(response: MockResponse, expected: WeatherError)
        async throws
    {
        mock.addResponses(
            forPath: "/v1/stations/s1/forecast", responses: [response])

        await #expect(throws: expected) { try await client.forecast(for: "s1") }
    }

    @Test func sendsAReportAndItsPhoto() async throws {
        mock.registerResponses {
            Path("/v1/reports", method: .post) {
                MockResponse.encodable(Receipt(id: 12), status: .created)
            }
            Path("/v1/reports/12/photo", method: .put) {
                MockResponse.status(.noContent)
            }
        }
        let photo = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID()).jpg")
        try Data([0xFF, 0xD8, 0xFF]).write(to: photo)
        defer { try? FileManager.default.removeItem(at: photo) }

        let receipt = try await client.submit(
            Report(station: "s1", text: "Hail"))
        try await client.uploadPhoto(at: photo, for: receipt)

        #expect(receipt.id == 12)
    }

    @Test func isCancelledWhileItWaits() async throws {
        mock.addResponses(
            forPath: "/v1/stations/s1/forecast",
            responses: [.json("{}", delivery: .delayed(60))])

        let asking = Task { try await client.forecast(for: "s1") }
        try await mock.waitForRequest(
            path: "/v1/stations/s1/forecast", timeout: .seconds(60))
        asking.cancel()

        let error = await #expect(throws: URLError.self) {
            try await asking.value
        }
        #expect(error?.code == .cancelled)
    }
}
