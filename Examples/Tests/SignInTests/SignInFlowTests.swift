import Foundation
import HTTPMock
import Testing

@testable import SignIn

/// Tests of the flow, through its public steps.
@Suite struct SignInFlowTests {
    let contract = SignInContract()
    let flow: SignInFlow

    init() {
        flow = SignInFlow(session: contract.mock.urlSession)
    }

    @Test func phoneThenCodeLeadToTheProfile() async throws {
        #expect(await flow.step == .phone)
        try await flow.requestCode(phone: contract.phone)
        #expect(await flow.step == .code)
        try await flow.confirm(code: contract.code)
        #expect(await flow.step == .signedIn(.init(name: "Alice", phone: contract.phone)))
        #expect(contract.mock.requestSummary == "POST /auth/phone\nPOST /auth/sms\nGET /profile")
    }

    @Test func wrongCodeMayBeTriedAgain() async throws {
        try await flow.requestCode(phone: contract.phone)
        await #expect(throws: SignInFlow.Problem.wrongCode) { try await flow.confirm(code: "000000") }
        #expect(await flow.step == .code)
        try await flow.confirm(code: contract.code)
        #expect(await flow.step != .code)
    }

    @Test func expiredCodeLeadsBackToThePhone() async throws {
        try await flow.requestCode(phone: contract.phone)
        contract.mock.addResponses(
            forPath: "/auth/sms", method: .post,
            when: .json(containing: ["challenge": "c1"]), .json(containing: ["code": contract.code]),
            .where("the code is too old") { _ in true }, responses: [.status(.gone)])
        await #expect(throws: SignInFlow.Problem.codeExpired) { try await flow.confirm(code: contract.code) }
        #expect(await flow.step == .phone)
    }

    @Test func tooManyAttemptsSayWhenToTryAgain() async throws {
        contract.mock.replaceResponses(
            forPath: "/auth/phone", method: .post, when: .json(["phone": contract.phone]),
            responses: [.status(.tooManyRequests, headers: ["Retry-After": "30"])])
        await #expect(throws: SignInFlow.Problem.tooManyAttempts(retryAfter: 30)) {
            try await flow.requestCode(phone: contract.phone)
        }
        #expect(await flow.step == .phone)
    }
}
