import Foundation
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Scenario {
    /// What becomes of requests: methods, headers, bodies.
    static let requests: [Scenario] =
        ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"].map { (method: String) in
            Scenario(
                name: "\(method) without a body", answers: ["/a%20b/": [.text("seen")]],
                steps: [Step(path: "/a%20b/?q=1&q=%26&e=", method: method, headers: ["X-Own": "1"])])
        } + [
            Scenario(
                name: "session headers",
                answers: ["/": [.text("seen")]],
                steps: [Step(headers: ["X-Own": "request"])],
                styles: ClientStyle.allCases,
                configure: { $0.httpAdditionalHeaders = ["X-Session": "session", "x-own": "session"] }),
        ]
}
