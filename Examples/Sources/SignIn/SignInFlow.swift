import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Signing in with a phone number: a code comes by SMS, and opens the profile.
///
/// Written against a contract, before there is a server:
///
/// | request | body | answer |
/// | --- | --- | --- |
/// | `POST /auth/phone` | `{"phone": …}` | 200 `{"challenge": …}`, 429 with `Retry-After` |
/// | `POST /auth/sms` | `{"challenge": …, "code": …}` | 200 `{"token": …}`, 403 for a wrong code, 410 if too old |
/// | `GET /profile` | bearer token | 200 `{"name": …, "phone": …}`, 401 |
actor SignInFlow {
    struct Profile: Codable, Equatable, Sendable {
        var name: String
        var phone: String
    }

    enum Step: Equatable, Sendable {
        case phone
        case code
        case signedIn(Profile)
    }

    enum Problem: Error, Equatable {
        case tooManyAttempts(retryAfter: Int)
        case wrongCode
        case codeExpired
        case notSignedIn
        case unexpected(status: Int)
    }

    /// The next step of the user.
    private(set) var step = Step.phone

    private struct ChallengeAnswer: Decodable {
        let challenge: String
    }

    private struct TokenAnswer: Decodable {
        let token: String
    }

    private let session: URLSession
    private var challenge: String?
    private var token: String?

    init(session: URLSession = .shared) {
        self.session = session
    }

    /// Has a code sent to a phone.
    func requestCode(phone: String) async throws {
        let answer = try await send("POST", "/auth/phone", body: ["phone": phone])
        challenge = try JSONDecoder().decode(ChallengeAnswer.self, from: answer).challenge
        step = .code
    }

    /// Signs in with the code that came.
    func confirm(code: String) async throws {
        guard let challenge else { throw Problem.notSignedIn }
        do {
            let answer = try await send("POST", "/auth/sms", body: ["challenge": challenge, "code": code])
            token = try JSONDecoder().decode(TokenAnswer.self, from: answer).token
        } catch Problem.codeExpired {
            self.challenge = nil
            step = .phone
            throw Problem.codeExpired
        }
        step = .signedIn(try JSONDecoder().decode(Profile.self, from: await send("GET", "/profile")))
    }

    private func send(_ method: String, _ path: String, body: [String: String]? = nil) async throws -> Data {
        guard let url = URL(string: "https://id.example\(path)") else { throw Problem.notSignedIn }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = try body.map { try JSONEncoder().encode($0) }
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let (data, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw Problem.unexpected(status: 0) }
        switch response.statusCode {
        case 200: return data
        case 401: throw Problem.notSignedIn
        case 403: throw Problem.wrongCode
        case 410: throw Problem.codeExpired
        case 429:
            let seconds = response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
            throw Problem.tooManyAttempts(retryAfter: seconds ?? 0)
        case let status: throw Problem.unexpected(status: status)
        }
    }
}
