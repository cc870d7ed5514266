import HTTPMock
import HTTPMockContract
import HTTPMockServer

/// The advice of the commands that serve and record.
enum ToolAdvice {
    /// The advice by the advice in Swift that it replaces.
    static let fixes: [SwiftAdvice: String] = [
        // Only for `serve`, because `record` passes preflights on.
        .answeringPreflights: "let the server answer preflights: add --cors.",
        // Only for `record`, because `serve` has advice of its own.
        .answeringUpgrades: "save the network log of a browser as a HAR, because `record` records no WebSockets.",
        .freePort: "omit --port",
        .undocumentedNames: "correct the names, or document them in the contract",
        .undocumentedNamesOfRecording: "document the names in the contract, or record the response again",
        .integerIDs: "write the IDs as strings",
        .uncheckedOperation: "let the client send the text of the operation",
    ]
}
