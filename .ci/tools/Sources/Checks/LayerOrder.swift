/// The order of the folders of each module, and the mentions that break it for a reason.
enum LayerOrder {
    /// The folders of each module, the lowest first.
    ///
    /// Files outside of folders are above all of them.
    static let folders: [String: [String]] = [
        "HTTPMock": [
            "Clock", "Model", "Conditions", "Routing", "Responses", "Diagnosis", "Engine", "URLSession", "API",
        ],
        "HTTPMockBenchmarks": [],
        "HTTPMockContract": [
            "Model", "YAML", "Documents", "Patterns", "Formats", "Schema", "Parameters", "OpenAPI", "Checking",
            "Coverage", "Examples", "Contract", "Binding", "API",
        ],
        "HTTPMockRecording": [],
        "HTTPMockRecordingTesting": [],
        "HTTPMockServer": ["Model", "Sockets", "Parsing", "Encoding", "Connection", "Binding", "Escapes", "API"],
        "HTTPMockTesting": ["Reporting", "Checking", "Scope", "Faults", "API"],
        "HTTPMockTool": ["Output", "Arguments", "Files", "Page", "Serving", "Commands"],
    ]

    static let exceptions: [Layers.Exception] = [
        Layers.Exception(
            file: "Clock/ElapsedTime.swift", type: "HTTPMockError",
            reason: "A clock of the user that throws fails the request with the error that every failure has."),
    ]
}
