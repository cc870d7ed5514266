import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct SecretNameTests {
    @Test(arguments: SecretName.rules)
    func theExampleOfARuleIsDecidedByTheRule(rule: SecretName.Rule) {
        #expect(SecretName(rule.example).rule?.example == rule.example)
        #expect(Redaction.isSecret(rule.example) == (rule.verdict != .innocent))
    }

    @Test func aNameWithoutARuleIsNoSecret() {
        #expect(SecretName("color").rule == nil)
    }
}
