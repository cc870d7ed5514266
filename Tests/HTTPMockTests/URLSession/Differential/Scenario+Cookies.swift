import Foundation
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Scenario {
    /// The scenarios of stored and sent cookies.
    static let cookies: [Scenario] = [
        cookie("one", ["Set-Cookie": "a=1; Path=/"]),
        cookie("two", ["Set-Cookie": "a=1; Path=/", "Set-Cookie": "b=2; Path=/; HttpOnly"]),
        cookie(
            "with a date",
            ["Set-Cookie": "a=1; Path=/; Expires=Wed, 09 Jun 2100 10:18:14 GMT", "Set-Cookie": "b=2; Path=/"]),
        cookie("that has expired", ["Set-Cookie": "a=1; Path=/; Expires=Wed, 09 Jun 1999 10:18:14 GMT"]),
        cookie("of another path", ["Set-Cookie": "a=1; Path=/elsewhere"]),
        cookie("of another domain", ["Set-Cookie": "a=1; Path=/; Domain=example.org"]),
        cookie("that is secure", ["Set-Cookie": "a=1; Path=/; Secure"]),
        cookie("where none is stored", ["Set-Cookie": "a=1; Path=/"]) { $0.httpCookieStorage = nil },
        cookie("where none is accepted", ["Set-Cookie": "a=1; Path=/"]) { $0.httpCookieAcceptPolicy = .never },
        cookie("where none is sent", ["Set-Cookie": "a=1; Path=/"]) { $0.httpShouldSetCookies = false },
        Scenario(
            name: "a cookie beside the request's own",
            answers: ["/set": [.text("set", headers: ["Set-Cookie": "a=1; Path=/"])], "/get": [.text("got")]],
            steps: [Step(path: "/set"), Step(path: "/get", headers: ["Cookie": "own=1"])]),
        Scenario(
            name: "a cookie that is set and removed",
            answers: [
                "/set": [.text("set", headers: ["Set-Cookie": "a=1; Path=/"])],
                "/end": [.text("end", headers: ["Set-Cookie": "a=1; Path=/; Max-Age=0"])], "/get": [.text("got")],
            ],
            steps: [Step(path: "/set"), Step(path: "/end"), Step(path: "/get")]),
        Scenario(
            name: "a cookie of a redirect",
            answers: [
                "/old": [ScenarioAnswer(status: 302, headers: ["Set-Cookie": "a=1; Path=/", "Location": "/new"])],
                "/new": [.text("new")],
            ], steps: [Step(path: "/old")], styles: ClientStyle.data + ClientStyle.download,
            deviations: [
                .asks(
                    "the native loader sends a redirect's cookies only where there is no delegate",
                    [.delegateData, .delegateDownload]
                ) { $0.headers["cookie"] = "a=1" }
            ]),
        Scenario(
            name: "a cookie of a 404",
            answers: [
                "/set": [.text("none", status: 404, headers: ["Set-Cookie": "a=1; Path=/"])], "/get": [.text("got")],
            ], steps: [Step(path: "/set"), Step(path: "/get")]),
    ]

    private static func cookie(
        _ name: String, _ headers: HeaderList,
        configure: @escaping @Sendable (URLSessionConfiguration) -> Void = { _ in }
    ) -> Scenario {
        Scenario(
            name: "a cookie \(name)", answers: ["/set": [.text("set", headers: headers)], "/get": [.text("got")]],
            steps: [Step(path: "/set"), Step(path: "/get")],
            styles: ClientStyle.data + [.handlerUpload, .asyncDownload], configure: configure)
    }
}
