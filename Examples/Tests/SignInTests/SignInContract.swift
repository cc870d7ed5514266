import HTTPMock

/// The contract as registrations, which answer as the server will.
enum SignInContract {
    static let phone = "+49 30 123456"
    static let code = "246810"

    @HostBuilder static func paths() -> [HostElement] {
        Path("/auth/phone", method: .post, when: .json(["phone": phone])) {
            MockResponse.json(#"{"challenge":"c1"}"#, lifetime: .eternal)
        }
        Path(
            "/auth/sms", method: .post,
            when: .json(containing: ["challenge": "c1"])
        ) {
            MockResponse.status(.forbidden, lifetime: .eternal)
        }
        // One more condition, so this registration wins if the code is right.
        Path(
            "/auth/sms", method: .post,
            when: .json(containing: ["challenge": "c1"]),
            .json(containing: ["code": code])
        ) {
            MockResponse.json(#"{"token":"t0k3n"}"#, lifetime: .eternal)
        }
        Path("/profile", method: .get) {
            MockResponse.status(.unauthorized, lifetime: .eternal)
        }
        Path("/profile", method: .get, when: .bearerToken("t0k3n")) {
            MockResponse.encodable(
                ["name": "Alice", "phone": phone], lifetime: .eternal)
        }
    }
}
