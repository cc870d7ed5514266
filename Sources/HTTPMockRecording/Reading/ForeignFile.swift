import Foundation
import HTTPMock

/// A file of another tool that is neither HAR nor Stubborn Network's JSON, recognized by its members or first bytes.
struct ForeignFile {
    /// The tool and the kind of file, as in `a recording of VCR`.
    let name: String
    /// The end of the sentence that begins with "To fix this".
    let fix: String

    var flaw: FileFlaw { FileFlaw("it is \(name), and no HAR", fix: fix) }

    private init(_ name: String, _ fix: String) {
        self.name = name
        self.fix = fix
    }

    /// Recognizes a JSON text; nil for HAR, for Stubborn Network's JSON, and for JSON of an unknown kind.
    init?(_ root: JSONValue) {
        guard let rule = Self.jsonRules.first(where: { $0.applies(root) }) else { return nil }
        self = rule.file
    }

    /// Recognizes a file that is no JSON by its name or its bytes; nil for a file of an unknown kind.
    init?(_ data: Data, from url: URL) {
        // By name, because a packed session begins like any ZIP file, and the bytes of a binary one are not documented.
        if ["chls", "chlsj", "chlsx", "chlz"].contains(url.pathExtension.lowercased()) {
            self = Self.charles
            return
        }
        let start = Data(data.prefix(4_096))
        guard let rule = Self.otherRules.first(where: { $0.applies(start) }) else { return nil }
        self = rule.file
    }

    private struct JSONRule: Sendable {
        let file: ForeignFile
        let applies: @Sendable (JSONValue) -> Bool
    }

    /// A rule for a file that is no JSON, by its first bytes.
    private struct OtherRule: Sendable {
        let file: ForeignFile
        let applies: @Sendable (Data) -> Bool
    }

    /// The advice for a format that no tool converts.
    private static let noConverter =
        "name a HAR, because no tool converts such a file; http-mock record ORIGIN --to FILE makes a HAR of the service"

    private static let vcr = ForeignFile("a recording of VCR, Betamax or WebMock", noConverter)
    private static let vcrpy = ForeignFile("a recording of vcrpy or go-vcr", noConverter)
    private static let openAPI = ForeignFile(
        "an OpenAPI document", "serve it or check against it: http-mock serve FILE, http-mock check --against FILE")
    private static let charles = ForeignFile(
        "a session of Charles", "export it in Charles: File > Export Session, as HTTP Archive (.har)")
    private static let graphQL = ForeignFile(
        "a schema of GraphQL", "name a HAR of the service, and check the mocks against the schema in a test")

    private static let jsonRules: [JSONRule] = [
        JSONRule(file: openAPI) { $0["openapi"] != nil || $0["swagger"] != nil },
        JSONRule(file: graphQL) { $0["__schema"] != nil || $0["data"]?["__schema"] != nil },
        JSONRule(file: vcr) { $0["http_interactions"] != nil },
        JSONRule(file: ForeignFile("a contract of Pact", noConverter)) {
            $0["consumer"] != nil && $0["provider"] != nil
        },
        JSONRule(file: vcrpy) { $0["interactions"]?.elements != nil },
        JSONRule(file: ForeignFile("a file of Mountebank", noConverter)) {
            $0["imposters"] != nil || $0["stubs"]?.elements != nil
        },
        JSONRule(file: ForeignFile("a mapping of WireMock", noConverter)) { root in
            let mapping = root["mappings"]?.elements?.first ?? root
            let request = mapping["request"]
            return ["url", "urlPath", "urlPattern", "urlPathPattern", "urlPathTemplate"].contains {
                request?[$0] != nil
            }
        },
        JSONRule(
            file: ForeignFile(
                "a collection of Postman", "name a HAR: run the collection through http-mock record ORIGIN --to FILE")
        ) { root in
            let info = root["info"]
            let schema = info?["schema"]?.string ?? ""
            return info?["_postman_id"] != nil || schema.contains("postman.com")
        },
        JSONRule(file: ForeignFile("a recording of nock", noConverter)) { root in
            let first = root.elements?.first
            return first?["scope"] != nil && first?["path"] != nil
        },
        JSONRule(file: charles) { root in
            let first = root.elements?.first
            return first?["host"] != nil && first?["request"] != nil && first?["response"] != nil
        },
    ]

    private static let otherRules: [OtherRule] = [
        OtherRule(
            file: ForeignFile(
                "an archive of Fiddler or another ZIP file",
                "export it in Fiddler: File > Export Sessions, as HTTPArchive")
        ) { $0.starts(with: Data("PK\u{3}\u{4}".utf8)) },
        OtherRule(
            file: ForeignFile(
                "a flow file of mitmproxy", "convert it: mitmdump -nr FILE --set hardump=recording.har")
        ) { text($0).prefixMatch(of: /[0-9]+:[0-9]+:/) != nil },
        OtherRule(file: charles) { text($0).contains("<?charles ") },
        OtherRule(file: vcr) { hasKey("http_interactions", $0) },
        OtherRule(file: vcrpy) { hasKey("interactions", $0) },
        OtherRule(file: openAPI) { hasKey("openapi", $0) || hasKey("swagger", $0) },
        OtherRule(file: graphQL) { isGraphQL(text($0)) },
    ]

    private static func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    /// Returns whether a text has a key of YAML at the beginning of a line.
    private static func hasKey(_ key: String, _ data: Data) -> Bool {
        "\n\(text(data))".contains("\n\(key):")
    }

    /// Returns whether a text begins with a definition of GraphQL, after comments and descriptions of one line.
    private static func isGraphQL(_ text: String) -> Bool {
        let definition = /(extend )?(schema|type|interface|union|enum|input|scalar|directive)\b[^:]*(\{|=|@|$)/
        let lines = text.split(whereSeparator: \.isNewline).lazy.map { $0.drop(while: \.isWhitespace) }
        guard let line = lines.first(where: { !$0.isEmpty && !$0.hasPrefix("#") && !$0.hasPrefix("\"") }) else {
            return false
        }
        return line.prefixMatch(of: definition) != nil
    }
}
