/// The order of the folders of each module, and the mentions that break it for a reason.
enum LayerOrder {
    /// The folders of each module, the lowest first.
    ///
    /// Files outside of folders are above all of them.
    static let folders: [String: [String]] = [
        "HTTPMock": [
            "Runtime", "Model", "Conditions", "Routing", "Responses", "Diagnosis", "Engine", "URLSession", "API",
        ],
        "HTTPMockBenchmarks": [],
        "HTTPMockContract": [
            "Model", "YAML", "Documents", "Patterns", "Formats", "Schema", "Parameters", "XML", "OpenAPI", "Checking",
            "Coverage", "Examples", "Binding", "GraphQL", "API",
        ],
        "HTTPMockContractTesting": [],
        "HTTPMockRecording": [
            "Model", "Reading", "Redaction", "Playing", "Writing", "Verifying", "Recording", "API",
        ],
        "HTTPMockRecordingTesting": [],
        "HTTPMockServer": ["Sockets", "Parsing", "Connection", "WebSocket", "Binding", "Escapes", "API"],
        "HTTPMockTesting": ["Reporting", "Checking", "Scope", "Sweeps", "API"],
        "HTTPMockTool": ["Output", "Arguments", "Files", "Page", "Serving", "Commands"],
    ]

    /// The purpose of each folder of HTTPMock, for the maintainers' page.
    static let purposes = [
        "API": "declarations that users type",
        "URLSession": "the front end for sessions of Foundation",
        "Engine":
            "the dispatcher, the exchange of a request, the store, the log, extensions, passthrough, the HAR writer",
        "Diagnosis": "mismatches, suggestions, policies for unmocked requests",
        "Responses": "responses, deliveries, and the plan of a response",
        "Routing": "patterns, queries, the table of routes",
        "Conditions": "conditions on head and body",
        "Model": "values of requests and header fields, JSON, media types, redaction",
        "Runtime": "clocks, threads, locks, the framework of the running test",
    ]

    /// The ends of files' paths, each with a type that it may mention although the type belongs to a higher folder.
    static let exceptions = [
        // A handler sees the instance that it belongs to, which the engine keeps weakly.
        (file: "Engine/MockEngine.swift", type: "HTTPMock"),
        (file: "Engine/WeakInstance.swift", type: "HTTPMock"),
        // A value that a user allows is written as the checksum of a secret.
        (file: "Model/Cassette.Redacting.swift", type: "SecretShape"),
        // The shared session finds the instance of the test that makes a request.
        (file: "URLSession/SharedSession.swift", type: "HTTPMock"),
        // A test's clock is that of its innermost trait, which the test lists.
        (file: "Scope/TestScope.swift", type: "HTTPMockTrait"),
        // A clock of the user that throws fails the request with the error that every failure has.
        (file: "Clocks/ElapsedTime.swift", type: "HTTPMockError"),
        // The first number of a new placeholder is a rule of the cassette's file.
        (file: "Writing/RedactedRecording.swift", type: "Cassette"),
        // A match and a violation of a contract are of both kinds of document.
        (file: "Binding/ContractMatch.swift", type: "GraphQLMatch"),
        (file: "Checking/ContractViolation.swift", type: "GraphQLPlace"),
        (file: "Checking/ContractViolation.swift", type: "GraphQLIssue"),
    ]
}
