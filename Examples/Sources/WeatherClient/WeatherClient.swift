import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of a weather service.
///
/// Its session is given to it, so that a test can give it one that is mocked.
struct WeatherClient: Sendable {
    private let session: URLSession
    private let host: String
    private let token: String?
    private let attempts: Int

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - session: How requests are made.
    ///   - host: The service's host.
    ///   - token: Sent as a bearer token, if there is one.
    ///   - attempts: How often a request is made at most while the service is unavailable.
    init(
        session: URLSession = .shared, host: String = "api.weather.example", token: String? = nil, attempts: Int = 3
    ) {
        self.session = session
        self.host = host
        self.token = token
        self.attempts = attempts
    }

    /// All stations of a region, page after page.
    func stations(in region: String) async throws -> [Station] {
        var stations: [Station] = []
        var next: Int? = 1
        while let page = next {
            let request = try request("GET", "/v1/stations", query: ["region": region, "page": "\(page)"])
            let answer: StationPage = try decode(await send(request))
            stations += answer.stations
            next = answer.nextPage
        }
        return stations
    }

    /// The forecast of a station.
    func forecast(for station: String) async throws -> Forecast {
        try decode(await send(request("GET", "/v1/stations/\(station)/forecast")))
    }

    /// Sends a report.
    func submit(_ report: Report) async throws -> Receipt {
        var request = try request("POST", "/v1/reports")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(report)
        return try decode(await send(request))
    }

    /// Sends the photo of a report.
    func uploadPhoto(at file: URL, for receipt: Receipt) async throws {
        var request = try request("PUT", "/v1/reports/\(receipt.id)/photo")
        request.setValue("image/jpeg", forHTTPHeaderField: "Content-Type")
        _ = try await send(request, uploading: file)
    }

    // MARK: Requests

    private func request(
        _ method: String, _ path: String, query: KeyValuePairs<String, String> = [:]
    ) throws -> URLRequest {
        var components = URLComponents()
        components.scheme = "https"
        components.host = host
        components.path = path
        if !query.isEmpty {
            components.queryItems = query.map { URLQueryItem(name: $0.key, value: $0.value) }
        }
        guard let url = components.url else { throw WeatherError.notFound }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        return request
    }

    /// Makes a request, again while the service is unavailable.
    private func send(_ request: URLRequest, uploading file: URL? = nil) async throws -> Data {
        var attempt = 1
        while true {
            let (data, response) = try await load(request, uploading: file)
            switch response.statusCode {
            case 200..<300: return data
            case 401: throw WeatherError.unauthorized
            case 404: throw WeatherError.notFound
            case 429: throw WeatherError.rateLimited(retryAfter: response.retryAfter)
            case 503 where attempt < attempts:
                attempt += 1
                try await Task.sleep(for: .seconds(response.retryAfter ?? 1))
            case 503: throw WeatherError.unavailable
            default: throw WeatherError.unexpected(status: response.statusCode)
            }
        }
    }

    private func load(_ request: URLRequest, uploading file: URL?) async throws -> (Data, HTTPURLResponse) {
        do {
            let (data, response) =
                if let file {
                    try await session.upload(for: request, fromFile: file)
                } else {
                    try await session.data(for: request)
                }
            guard let response = response as? HTTPURLResponse else { throw WeatherError.unreadable }
            return (data, response)
        } catch let error as URLError where error.code != .cancelled {
            throw WeatherError.offline(error.code)
        }
    }

    private func decode<Value: Decodable>(_ data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            return try decoder.decode(Value.self, from: data)
        } catch is DecodingError {
            throw WeatherError.unreadable
        }
    }
}

extension HTTPURLResponse {
    fileprivate var retryAfter: Int? {
        value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
    }
}
