import Foundation
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Scenario {
    /// The scenarios of requests: methods, headers and bodies.
    static let requests: [Scenario] = methods + bodies + uploads + refusals

    private static let methods: [Scenario] =
        ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"].map { (method: String) in
            Scenario(
                name: "\(method) without a body", answers: ["/a%20b/": [.text("seen")]],
                steps: [Step(path: "/a%20b/?q=1&q=%26&e=", method: method, headers: ["X-Own": "1"])])
        } + [
            Scenario(
                name: "session headers",
                answers: ["/": [.text("seen")]],
                steps: [Step(headers: ["X-Own": "request"], body: "body")],
                styles: ClientStyle.data + ClientStyle.upload + ClientStyle.download,
                configure: { $0.httpAdditionalHeaders = ["X-Session": "session", "x-own": "session"] }
            ).with { row in
                row.steps[0].method = "PUT"
            }
        ]

    private static let bodies: [Scenario] =
        ["PUT", "PATCH", "DELETE"].map { (method: String) in
            Scenario(
                name: "\(method) with a body", answers: ["/": [.text("seen")]],
                steps: [Step(method: method, body: "the body")], styles: ClientStyle.data + ClientStyle.download)
        } + [
            Scenario(
                name: "POST with a body", answers: ["/": [.text("seen")]],
                steps: [Step(method: "POST", body: "the body")], styles: ClientStyle.data + ClientStyle.download),
            Scenario(
                name: "POST with a body of a type", answers: ["/": [.text("seen")]],
                steps: [Step(method: "POST", headers: ["Content-Type": "text/plain"], body: "the body")],
                styles: ClientStyle.data + ClientStyle.download),
            Scenario(
                name: "PUT with a stream", answers: ["/": [.text("seen")]],
                steps: [Step(method: "PUT", body: "the body", isStreamed: true)], styles: ClientStyle.data),
            Scenario(
                name: "PUT with a body, watched by the task's delegate", answers: ["/": [.text("seen")]],
                steps: [Step(method: "PUT", body: "the body")], styles: [.asyncData],
                delegates: Delegates(location: .task)
            ),
        ]

    private static let uploads: [Scenario] = [
        Scenario(
            name: "upload", answers: ["/": [.text("seen")]], steps: [Step(body: "the body")],
            styles: ClientStyle.upload, deviations: [.addsNoContentType([.delegateStreamUpload])]),
        Scenario(
            name: "upload with PUT", answers: ["/": [.text("seen")]],
            steps: [Step(method: "PUT", headers: ["Content-Type": "text/plain"], body: "the body")],
            styles: ClientStyle.upload),
        Scenario(
            name: "upload of much", answers: ["/": [.text("seen")]],
            steps: [Step(body: String(repeating: "0123456789", count: 30_000))], styles: ClientStyle.upload,
            deviations: [.addsNoContentType([.delegateStreamUpload])]),
        Scenario(
            name: "upload of nothing", answers: ["/": [.text("seen")]], steps: [Step(body: "")],
            styles: ClientStyle.upload,
            deviations: [.addsNoContentType([.delegateStreamUpload], on: [.observed, .passedThrough, .played])]),
        Scenario(
            name: "upload watched by the task's delegate", answers: ["/": [.text("seen")]],
            steps: [Step(body: "the body")], styles: [.asyncUpload, .asyncFileUpload],
            delegates: Delegates(location: .task)),
        Scenario(
            name: "upload without a stream", answers: ["/": [.text("seen")]], styles: [.delegateStreamUpload]),
    ]

    private static let refusals: [Scenario] = [
        Scenario(
            name: "GET with a body", answers: ["/": [.text("never seen")]], steps: [Step(method: "GET", body: "body")],
            styles: ClientStyle.data + ClientStyle.download + [.handlerUpload, .delegateUpload]),
        Scenario(
            name: "upload of a file that is missing", answers: ["/": [.text("never seen")]],
            styles: ClientStyle.upload.filter(\.isFileUpload)),
    ]
}
