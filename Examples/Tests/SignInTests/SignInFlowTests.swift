import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

@testable import SignIn

/// Tests of the flow, as a user goes through its steps.
@Suite(.httpMock(host: "id.example") { SignInContract.paths() })
struct SignInFlowTests {
    let mock = HTTPMock.current
    let flow = SignInFlow(session: HTTPMock.current.urlSession)

    @Test func phoneThenCodeLeadToTheProfile() async throws {
        #expect(await flow.step == .phone)
        try await flow.requestCode(phone: SignInContract.phone)
        #expect(await flow.step == .code)
        try await flow.confirm(code: SignInContract.code)
        #expect(
            await flow.step
                == .signedIn(.init(name: "Alice", phone: SignInContract.phone)))
        #expect(
            mock.requestSummary
                == "POST /auth/phone\nPOST /auth/sms\nGET /profile")
    }

    @Test func wrongCodeMayBeTriedAgain() async throws {
        try await flow.requestCode(phone: SignInContract.phone)
        await #expect(throws: SignInFlow.Problem.wrongCode) {
            try await flow.confirm(code: "000000")
        }
        #expect(await flow.step == .code)
        try await flow.confirm(code: SignInContract.code)
        #expect(await flow.step != .code)
    }

    @Test func expiredCodeLeadsBackToThePhone() async throws {
        try await flow.requestCode(phone: SignInContract.phone)
        // One more condition, which always holds, so this registration wins over the one for the right code.
        mock.addResponses(
            forPath: "/auth/sms", method: .post,
            when: .json(containing: ["challenge": "c1"]),
            .json(containing: ["code": SignInContract.code]),
            .where("the code is too old") { _ in true },
            responses: [.status(.gone)])
        await #expect(throws: SignInFlow.Problem.codeExpired) {
            try await flow.confirm(code: SignInContract.code)
        }
        #expect(await flow.step == .phone)
    }

    @Test func tooManyAttemptsSayWhenToTryAgain() async throws {
        mock.replaceResponses(
            forPath: "/auth/phone", method: .post,
            when: .json(["phone": SignInContract.phone]),
            responses: [
                .status(.tooManyRequests, headers: ["Retry-After": "30"])
            ])
        await #expect(
            throws: SignInFlow.Problem.tooManyAttempts(retryAfter: 30)
        ) {
            try await flow.requestCode(phone: SignInContract.phone)
        }
        #expect(await flow.step == .phone)
    }
}
