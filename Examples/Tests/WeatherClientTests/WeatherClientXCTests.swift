import Foundation
import HTTPMock
import HTTPMockTesting
import XCTest

@testable import WeatherClient

/// Tests of the weather client in XCTest, which creates the test case again for each test.
final class WeatherClientXCTests: XCTestCase {
    private var mock = HTTPMock()

    private var client: WeatherClient {
        WeatherClient(session: mock.urlSession)
    }

    override func setUp() {
        mock = makeHTTPMock(host: "api.weather.example")
    }

    func testDecodesTheForecastOfAStation() async throws {
        mock.addResponses(
            forPath: "/v1/stations/*/forecast",
            responses: [
                .file(named: "forecast", extension: "json", in: .module)
            ])

        let forecast = try await client.forecast(for: "s1")

        XCTAssertEqual(forecast.days.count, 2)
    }

    func testAnEmptyRegionHasNoStations() async throws {
        mock.addResponses(
            forPath: "/v1/stations", query: ["region": "south"],
            matching: .contains,
            responses: [.dictionary(["stations": [String]()])])

        let stations = try await client.stations(in: "south")

        XCTAssertEqual(stations, [])
    }

    func testReportsAMissingToken() async throws {
        mock.addResponses(
            forPath: "/v1/reports", method: .post,
            responses: [
                .status(
                    .unauthorized,
                    headers: ["WWW-Authenticate": "Basic realm=\"weather\""])
            ])

        do {
            _ = try await client.submit(Report(station: "s1", text: "Fog"))
            XCTFail("a report was taken without a token")
        } catch {
            XCTAssertEqual(error as? WeatherError, .unauthorized)
        }
    }
}
