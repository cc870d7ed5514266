import HTTPMock

/// The contract as a mock, which answers as the server will.
struct SignInContract {
    let phone = "+49 30 123456"
    let code = "246810"
    let mock = HTTPMock()

    init() {
        mock.defaultDomain = "id.example"
        mock.registerResponses {
            Path("/auth/phone", method: .post, when: .json(["phone": phone])) {
                MockResponse.json(#"{"challenge":"c1"}"#, lifetime: .eternal)
            }
            Path("/auth/sms", method: .post, when: .json(containing: ["challenge": "c1"])) {
                MockResponse.status(.forbidden, lifetime: .eternal)
            }
            // One more condition, so this registration wins if the code is right.
            Path(
                "/auth/sms", method: .post, when: .json(containing: ["challenge": "c1"]),
                .json(containing: ["code": code])
            ) {
                MockResponse.json(#"{"token":"t0k3n"}"#, lifetime: .eternal)
            }
            Path("/profile", method: .get) {
                MockResponse.status(.unauthorized, lifetime: .eternal)
            }
            Path("/profile", method: .get, when: .bearerToken("t0k3n")) {
                MockResponse.encodable(["name": "Alice", "phone": phone], lifetime: .eternal)
            }
        }
    }
}
