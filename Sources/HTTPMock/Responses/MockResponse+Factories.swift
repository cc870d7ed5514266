import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension MockResponse {
    /// Answers with a value, encoded as JSON.
    ///
    /// The value is encoded when the response is created. If encoding fails, the request that gets the response fails
    /// with an ``HTTPMockError``.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - status: The status; 200 by default.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays and chunks of the response; at once and whole by default.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    ///   - jsonEncoder: The encoder; by default one that writes dates in ISO 8601 and sorts keys.
    public static func encodable(
        _ value: some Encodable, status: some StatusCode = Status.ok, lifetime: Lifetime = .single,
        delivery: Delivery = .instant, headers: [String: String] = [:], jsonEncoder: JSONEncoder = .mockDefault
    ) -> MockResponse {
        let content: Content
        do {
            content = .body(.data(try jsonEncoder.encode(value)))
        } catch {
            content = .unusable(
                "\(type(of: value)) can't be encoded as JSON (\(error)). To fix this, make its `encode(to:)` succeed, or "
                    + "pass a `jsonEncoder:` that can encode it")
        }
        return MockResponse(content: content, as: "application/json", status, lifetime, delivery, headers)
    }

    /// Answers with a dictionary, encoded as JSON with sorted keys.
    ///
    /// - Parameters:
    ///   - dictionary: Strings, finite numbers, booleans, `NSNull`, arrays and dictionaries. If there is anything else,
    ///     the request that gets the response fails with an ``HTTPMockError``.
    ///   - status: The status; 200 by default.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays and chunks of the response; at once and whole by default.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    public static func dictionary(
        _ dictionary: [String: Any], status: some StatusCode = Status.ok, lifetime: Lifetime = .single,
        delivery: Delivery = .instant, headers: [String: String] = [:]
    ) -> MockResponse {
        let content: Content
        if JSONSerialization.isValidJSONObject(dictionary),
            let data = try? JSONSerialization.data(withJSONObject: dictionary, options: .sortedKeys)
        {
            content = .body(.data(data))
        } else {
            let found = nonJSON(in: dictionary).map { ": \($0)" } ?? ""
            content = .unusable(
                "the dictionary has a value that is not JSON\(found). To fix this, write a string, a finite number, a "
                    + "boolean, NSNull, or an array or dictionary of these, or use .encodable")
        }
        return MockResponse(content: content, as: "application/json", status, lifetime, delivery, headers)
    }

    /// Answers with JSON text, sent exactly as written.
    ///
    /// - Parameters:
    ///   - text: The JSON text. The text is not checked, so that tests can send malformed JSON.
    ///   - status: The status; 200 by default.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays and chunks of the response; at once and whole by default.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    public static func json(
        _ text: String, status: some StatusCode = Status.ok, lifetime: Lifetime = .single,
        delivery: Delivery = .instant, headers: [String: String] = [:]
    ) -> MockResponse {
        MockResponse(
            content: .body(.data(Data(text.utf8))), as: "application/json", status, lifetime, delivery, headers)
    }

    /// Answers with text of the media type `text/plain`.
    ///
    /// - Parameters:
    ///   - text: The text, sent as UTF-8.
    ///   - status: The status; 200 by default.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays and chunks of the response; at once and whole by default.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    public static func plaintext(
        _ text: String, status: some StatusCode = Status.ok, lifetime: Lifetime = .single,
        delivery: Delivery = .instant, headers: [String: String] = [:]
    ) -> MockResponse {
        MockResponse(content: .body(.data(Data(text.utf8))), as: "text/plain", status, lifetime, delivery, headers)
    }

    /// Answers with an HTML page of the media type `text/html`.
    ///
    /// - Parameters:
    ///   - text: The HTML, sent as UTF-8.
    ///   - status: The status; 200 by default.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays and chunks of the response; at once and whole by default.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    public static func html(
        _ text: String, status: some StatusCode = Status.ok, lifetime: Lifetime = .single,
        delivery: Delivery = .instant, headers: [String: String] = [:]
    ) -> MockResponse {
        MockResponse(content: .body(.data(Data(text.utf8))), as: "text/html", status, lifetime, delivery, headers)
    }

    /// Answers with bytes.
    ///
    /// - Parameters:
    ///   - data: The body.
    ///   - status: The status; 200 by default.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays and chunks of the response; at once and whole by default.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    ///   - contentType: The media type; `application/octet-stream` by default.
    public static func data(
        _ data: Data, status: some StatusCode = Status.ok, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:], contentType: String? = nil
    ) -> MockResponse {
        let contentType = contentType ?? MediaType.unknown
        return MockResponse(content: .body(.data(data)), as: contentType, status, lifetime, delivery, headers)
    }

    /// Answers with an image, whose first bytes decide the media type.
    ///
    /// - Parameters:
    ///   - data: The bytes of a PNG, JPEG, GIF, WebP, AVIF, HEIC, HEIF, BMP, TIFF, ICO or SVG file. Any other format is
    ///     sent as `application/octet-stream`.
    ///   - status: The status; 200 by default.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays and chunks of the response; at once and whole by default.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    /// - SeeAlso: [MIME Sniffing §6.1](https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern)
    public static func image(
        _ data: Data, status: some StatusCode = Status.ok, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        MockResponse(content: .body(.data(data)), as: MediaType.ofImage(data), status, lifetime, delivery, headers)
    }

    /// Answers with a status and header fields, without a body.
    ///
    /// - Parameters:
    ///   - status: The status; 200 by default.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays and chunks of the response; at once and whole by default.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    public static func empty(
        status: some StatusCode = Status.ok, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        MockResponse(content: .body(.data(Data())), status, lifetime, delivery, headers)
    }

    /// Answers with a status, without a body.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays and chunks of the response; at once and whole by default.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    public static func status(
        _ status: some StatusCode, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        empty(status: status, lifetime: lifetime, delivery: delivery, headers: headers)
    }

    /// Answers with a redirect, which the session follows to the target's own mock.
    ///
    /// - Parameters:
    ///   - location: The `Location` field. A relative reference is resolved against the request's URL (RFC 3986 §5).
    ///   - status: The kind of redirect; 302 by default.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays and chunks of the response; at once and whole by default.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    /// - SeeAlso: [RFC 9110 §15.4](https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4)
    public static func redirect(
        to location: String, status: some StatusCode = Status.found, lifetime: Lifetime = .single,
        delivery: Delivery = .instant, headers: [String: String] = [:]
    ) -> MockResponse {
        var response = empty(status: status, lifetime: lifetime, delivery: delivery, headers: headers)
        response.headers.set("Location", to: location)
        return response
    }

    /// Answers with a redirect to a URL, which the session follows to that URL's mock.
    ///
    /// - Parameters:
    ///   - location: The target.
    ///   - status: The kind of redirect; 302 by default.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays and chunks of the response; at once and whole by default.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    /// - SeeAlso: [RFC 9110 §15.4](https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4)
    public static func redirect(
        to location: URL, status: some StatusCode = Status.found, lifetime: Lifetime = .single,
        delivery: Delivery = .instant, headers: [String: String] = [:]
    ) -> MockResponse {
        redirect(to: location.absoluteString, status: status, lifetime: lifetime, delivery: delivery, headers: headers)
    }

    /// Fails the request with an error of the URL loading system, before any response.
    ///
    /// - Parameters:
    ///   - code: The error code. The error carries the failing URL under both of Foundation's keys.
    ///   - lifetime: The number of requests that fail; one by default.
    ///   - delivery: The delay before the failure; none by default.
    public static func failure(
        _ code: URLError.Code, lifetime: Lifetime = .single, delivery: Delivery = .instant
    ) -> MockResponse {
        MockResponse(content: .failure(UserOwned(URLError(code))), Status.ok, lifetime, delivery)
    }

    /// Fails the request with an error, before any response.
    ///
    /// - Parameters:
    ///   - error: The error. An error of the domain `NSURLErrorDomain` arrives as a `URLError` with the failing URL.
    ///     Any other error arrives unchanged on Linux, and as an `NSError` with its domain and code on Apple's systems.
    ///   - lifetime: The number of requests that fail; one by default.
    ///   - delivery: The delay before the failure; none by default.
    public static func failure(
        _ error: any Error, lifetime: Lifetime = .single, delivery: Delivery = .instant
    ) -> MockResponse {
        MockResponse(content: .failure(UserOwned(URLError.conforming(error))), Status.ok, lifetime, delivery)
    }

    /// Answers with the response that a closure returns for the request.
    ///
    /// ```swift
    /// mock.addResponses(forPath: "/users/{id}", responses: [
    ///     .handler { request in
    ///         request.callCount == 1 ? .status(503) : .plaintext(request.pathParameter("id") ?? "?")
    ///     },
    /// ])
    /// ```
    ///
    /// - Parameters:
    ///   - lifetime: The number of requests that the handler answers; every request by default.
    ///   - delivery: The delays and chunks of the returned response. The returned response's own delays follow these,
    ///     and its own chunks override these.
    ///   - handler: Gets the request with its body and its call count, and returns the response, which may be another
    ///     handler. The returned response's lifetime is ignored. If the handler throws, the request fails with that
    ///     error. The handler runs in a task that is cancelled with the request, and may block its thread.
    public static func handler(
        lifetime: Lifetime = .eternal, delivery: Delivery = .instant,
        _ handler: @escaping @Sendable (MockRequest) async throws -> MockResponse
    ) -> MockResponse {
        MockResponse(content: .handler(UserOwned(handler)), Status.ok, lifetime, delivery)
    }

    /// Passes every request on to the real network.
    public static var passthrough: MockResponse { passthrough() }

    /// Passes requests on to the real network, and may change what is sent or what is answered.
    ///
    /// ```swift
    /// .passthrough(changing: { $0.setValue("1", forHTTPHeaderField: "X-Debug") })
    /// .passthrough(answering: { request, response, body in
    ///     .data(body, status: response.statusCode, contentType: "application/json")
    /// })
    /// ```
    ///
    /// Requests are sent with the configuration of ``HTTPMock/passthroughSession``. The log has them as the client made
    /// them.
    ///
    /// If a closure throws, the request fails with that error. The closures run like a handler: in a task that is
    /// cancelled with the request, and they may block its thread.
    ///
    /// - Parameters:
    ///   - lifetime: The number of requests that are passed on; every request by default.
    ///   - changing: Changes the request before it is sent. The request of an upload from a file has no body; the file
    ///     is sent unless the closure sets one.
    ///   - answering: Gets the client's request with its call count, and the network's response with its whole body.
    ///     Returns the response for the client, whose lifetime is ignored.
    public static func passthrough(
        lifetime: Lifetime = .eternal, changing: (@Sendable (inout URLRequest) async throws -> Void)? = nil,
        answering: (@Sendable (MockRequest, HTTPURLResponse, Data) async throws -> MockResponse)? = nil
    ) -> MockResponse {
        if changing == nil, answering == nil {
            return MockResponse(content: .passthrough(nil), Status.ok, lifetime)
        }
        let changes = PassthroughChanges(
            changing: changing.map(UserOwned.init), answering: answering.map(UserOwned.init))
        return MockResponse(content: .passthrough(changes), Status.ok, lifetime)
    }

    /// Answers with a file of a bundle.
    ///
    /// If the bundle has no such file, the request that gets the response fails with an ``HTTPMockError``.
    ///
    /// - Parameters:
    ///   - name: The file's name, with or without its extension.
    ///   - extension: The extension, if `name` has none.
    ///   - bundle: The bundle; `Bundle.main` by default. Pass `.module` for a package target's resources.
    ///   - status: The status; 200 by default.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays and chunks of the response; at once and whole by default.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    ///   - contentType: The media type; by default that of the file's extension, or `application/octet-stream`.
    public static func file(
        named name: String, extension: String? = nil, in bundle: Bundle = .main, status: some StatusCode = Status.ok,
        lifetime: Lifetime = .single, delivery: Delivery = .instant, headers: [String: String] = [:],
        contentType: String? = nil
    ) -> MockResponse {
        if let url = bundle.url(forResource: name, withExtension: `extension`) {
            return file(
                url: url, status: status, lifetime: lifetime, delivery: delivery, headers: headers,
                contentType: contentType)
        }
        let file = `extension`.map { "\(name).\($0)" } ?? name
        let reason =
            "there is no file \"\(file)\" in the bundle \(bundle.bundlePath)\(EditDistance.nearestFiles(to: file, in: bundle)). To fix "
            + "this, check its spelling and that it is listed under the target's resources, and pass the bundle that has "
            + "it, such as in: .module"
        return MockResponse(content: .unusable(reason), as: contentType, status, lifetime, delivery, headers)
    }

    /// Answers with a file on disk, read in chunks while the response is sent.
    ///
    /// - Parameters:
    ///   - url: The file's URL. If the file can't be read at that time, the request fails with an ``HTTPMockError``.
    ///   - status: The status; 200 by default.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays and chunks of the response; at once and whole by default.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    ///   - contentType: The media type; by default that of the file's extension, or `application/octet-stream`.
    public static func file(
        url: URL, status: some StatusCode = Status.ok, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:], contentType: String? = nil
    ) -> MockResponse {
        var content = Content.body(.file(url))
        if !url.isFileURL {
            content = .unusable(
                "\(url.absoluteString) is not a file URL. To fix this, create it with `URL(fileURLWithPath:)`")
        }
        let type = contentType ?? MediaType.ofFile(extension: url.pathExtension)
        return MockResponse(content: content, as: type, status, lifetime, delivery, headers)
    }

    /// Returns the first value that is not JSON, as in `"user.born" is a Date`; nil if the whole value is JSON.
    private static func nonJSON(in value: Any, at path: String = "") -> String? {
        switch value {
        case let dictionary as [String: Any]:
            for (name, member) in dictionary.sorted(by: { $0.key < $1.key }) {
                var place = name
                if !path.isEmpty { place = "\(path).\(name)" }
                if let found = nonJSON(in: member, at: place) { return found }
            }
            return nil
        case let array as [Any]:
            for (index, element) in array.enumerated() {
                if let found = nonJSON(in: element, at: "\(path)[\(index)]") { return found }
            }
            return nil
        default:
            if JSONSerialization.isValidJSONObject([value]) { return nil }
            if let number = value as? Double { return "\(path.debugDescription) is \(number)" }
            let type = "\(type(of: value))"
            let article = "AEIOU".contains(type.first ?? " ") ? "an" : "a"
            return "\(path.debugDescription) is \(article) \(type)"
        }
    }
}
