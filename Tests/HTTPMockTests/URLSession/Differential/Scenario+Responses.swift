import Foundation
import TestSupport

extension Scenario {
    /// All rows of the table.
    static let table = responses + lengths + requests + redirects + authentication + cookies + errors

    /// The scenarios of a stated length that is not the body's.
    static let lengths: [Scenario] = [
        Scenario(
            name: "a length beyond the body", answers: ["/": [.text("hello", headers: ["Content-Length": "9"])]],
            styles: ClientStyle.data,
            deviations: [.namesLostConnection, .hasRecordedLength(5, [.handlerData, .delegateData])]),
        Scenario(
            name: "a length and no body", answers: ["/": [.status(200, headers: ["Content-Length": "10"])]],
            styles: ClientStyle.data,
            deviations: [.namesLostConnection, .hasRecordedLength(0, [.handlerData, .delegateData])]),
        Scenario(
            name: "a length below the body", answers: ["/": [.text("hello", headers: ["Content-Length": "2"])]],
            styles: ClientStyle.data + ClientStyle.download),
    ]

    /// The scenarios of heads and bodies.
    static let responses: [Scenario] =
        [
            Scenario(name: "a text", answers: ["/": [.text("hello")]], styles: ClientStyle.allCases),
            Scenario(name: "nothing", answers: ["/": [.status(200)]], styles: ClientStyle.allCases),
            Scenario(
                name: "headers and media type",
                answers: [
                    "/": [
                        .text(
                            "<p>",
                            headers: [
                                "Content-Type": "Text/HTML; charset=UTF-8", "ETag": "\"1\"", "x-lower": "kept",
                                "X-Two": "1", "X-Two": "2", "WWW-Authenticate": "none", "Content-Language": "de",
                            ])
                    ]
                ], styles: ClientStyle.data + ClientStyle.download),
            Scenario(
                name: "a big body", answers: ["/": [.text(String(repeating: "0123456789", count: 100_000))]],
                styles: ClientStyle.data + ClientStyle.download
            ),
            Scenario(
                name: "a body in chunks", answers: ["/": [.chunks(["one ", "two ", "end"])]],
                styles: ClientStyle.data + [.handlerUpload, .delegateUpload] + ClientStyle.download),
            Scenario(
                name: "a body in chunks with a delegate of the task",
                answers: ["/": [.chunks(["one ", "two ", "end"])]],
                styles: [.asyncData, .asyncUpload], delegates: Delegates(location: .task)),
        ]
        + [201, 205, 206, 299, 300, 400, 404, 410, 418, 500, 503].map { status in
            Scenario(name: "status \(status)", answers: ["/": [.text("body of \(status)", status: status)]])
        }
        + [301, 302, 303, 305, 306, 307, 308].map { status in
            Scenario(
                name: "status \(status) without a Location", answers: ["/": [.text("body of it", status: status)]],
                styles: ClientStyle.data + [.handlerUpload, .delegateUpload, .asyncDownload, .handlerDownload],
                deviations: [.tellsResponse, .keepsBody("body of it"), .hasRecordedLength(0)])
        }
        + [204, 304].map { status in
            Scenario(
                name: "status \(status), which has no body", answers: ["/": [.text("must not arrive", status: status)]],
                styles: ClientStyle.data + ClientStyle.download)
        }
        + [
            Scenario(
                name: "HEAD, which has no body",
                answers: ["/": [.text("must not arrive", headers: ["Content-Type": "text/plain"])]],
                steps: [Step(method: "HEAD")], styles: ClientStyle.data + ClientStyle.download),
            Scenario(
                name: "201 with a Location, which is no redirect",
                answers: ["/": [.text("made", status: 201, headers: ["Location": "/new"])]],
                steps: [Step(method: "POST")]),
        ]
}
