import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension MockResponse {
    /// A value as JSON.
    ///
    /// - Parameters:
    ///   - value: What to encode, at once; if it isn't encodable the request that takes the response fails with an
    ///     ``HTTPMockError``.
    ///   - status: The status, 200 unless given.
    ///   - lifetime: How many requests it answers, one unless given.
    ///   - delivery: When it arrives, at once unless given.
    ///   - headers: Header fields, stronger than those of its path and host.
    ///   - jsonEncoder: The encoder; dates are ISO 8601 unless another is given.
    public static func encodable(
        _ value: some Encodable, status: Status = .ok, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:], jsonEncoder: JSONEncoder = .mockDefault
    ) -> MockResponse {
        let content: Content
        do {
            content = .body(.data(try jsonEncoder.encode(value)))
        } catch {
            content = .unusable(
                "\(type(of: value)) can't be encoded as JSON (\(error)). Make its `encode(to:)` succeed, or pass a "
                    + "`jsonEncoder:` that can")
        }
        return MockResponse(content, "application/json", status, lifetime, delivery, headers)
    }

    /// A dictionary as JSON.
    ///
    /// - Parameters:
    ///   - dictionary: Strings, numbers, booleans, `NSNull`, arrays and dictionaries; anything else makes the request
    ///     that takes the response fail with an ``HTTPMockError``.
    ///   - status: The status, 200 unless given.
    ///   - lifetime: How many requests it answers, one unless given.
    ///   - delivery: When it arrives, at once unless given.
    ///   - headers: Header fields, stronger than those of its path and host.
    public static func dictionary(
        _ dictionary: [String: Any], status: Status = .ok, lifetime: Lifetime = .single,
        delivery: Delivery = .instant, headers: [String: String] = [:]
    ) -> MockResponse {
        var content = Content.unusable(
            "the dictionary has a value that is not JSON\(NonJSONValue.find(in: dictionary).map { ": \($0)" } ?? ""). "
                + "To fix this, write a string, a finite number, a boolean, NSNull, or an array or dictionary of these, "
                + "or use .encodable")
        if JSONSerialization.isValidJSONObject(dictionary),
            let data = try? JSONSerialization.data(withJSONObject: dictionary, options: .sortedKeys)
        {
            content = .body(.data(data))
        }
        return MockResponse(content, "application/json", status, lifetime, delivery, headers)
    }

    /// A text that is sent as JSON, just as it is written.
    ///
    /// - Parameters:
    ///   - text: The JSON text; it is not checked, so that malformed JSON can be tested too.
    ///   - status: The status, 200 unless given.
    ///   - lifetime: How many requests it answers, one unless given.
    ///   - delivery: When it arrives, at once unless given.
    ///   - headers: Header fields, stronger than those of its path and host.
    public static func json(
        _ text: String, status: Status = .ok, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        MockResponse(.body(.data(Data(text.utf8))), "application/json", status, lifetime, delivery, headers)
    }

    /// A text.
    ///
    /// - Parameters:
    ///   - text: The text, sent as UTF-8.
    ///   - status: The status, 200 unless given.
    ///   - lifetime: How many requests it answers, one unless given.
    ///   - delivery: When it arrives, at once unless given.
    ///   - headers: Header fields, stronger than those of its path and host.
    public static func plaintext(
        _ text: String, status: Status = .ok, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        MockResponse(.body(.data(Data(text.utf8))), "text/plain", status, lifetime, delivery, headers)
    }

    /// A page.
    ///
    /// - Parameters:
    ///   - text: The HTML, sent as UTF-8.
    ///   - status: The status, 200 unless given.
    ///   - lifetime: How many requests it answers, one unless given.
    ///   - delivery: When it arrives, at once unless given.
    ///   - headers: Header fields, stronger than those of its path and host.
    public static func html(
        _ text: String, status: Status = .ok, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        MockResponse(.body(.data(Data(text.utf8))), "text/html", status, lifetime, delivery, headers)
    }

    /// Bytes.
    ///
    /// - Parameters:
    ///   - data: The body.
    ///   - status: The status, 200 unless given.
    ///   - lifetime: How many requests it answers, one unless given.
    ///   - delivery: When it arrives, at once unless given.
    ///   - headers: Header fields, stronger than those of its path and host.
    ///   - contentType: The media type, `application/octet-stream` unless given.
    public static func data(
        _ data: Data, status: Status = .ok, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:], contentType: String = "application/octet-stream"
    ) -> MockResponse {
        MockResponse(.body(.data(data)), contentType, status, lifetime, delivery, headers)
    }

    /// An image, its media type told from its first bytes.
    ///
    /// - Parameters:
    ///   - data: The file's bytes: PNG, JPEG, GIF, WebP, AVIF, HEIC, BMP, TIFF, ICO or SVG; others are
    ///     `application/octet-stream`.
    ///   - status: The status, 200 unless given.
    ///   - lifetime: How many requests it answers, one unless given.
    ///   - delivery: When it arrives, at once unless given.
    ///   - headers: Header fields, stronger than those of its path and host.
    /// - SeeAlso: [MIME Sniffing §6.1](https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern)
    public static func image(
        _ data: Data, status: Status = .ok, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        MockResponse(.body(.data(data)), MediaType.ofImage(data), status, lifetime, delivery, headers)
    }

    /// No body.
    ///
    /// - Parameters:
    ///   - status: The status, 200 unless given.
    ///   - lifetime: How many requests it answers, one unless given.
    ///   - delivery: When it arrives, at once unless given.
    ///   - headers: Header fields, stronger than those of its path and host.
    public static func empty(
        status: Status = .ok, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        MockResponse(.body(.data(Data())), nil, status, lifetime, delivery, headers)
    }

    /// A status alone.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - lifetime: How many requests it answers, one unless given.
    ///   - delivery: When it arrives, at once unless given.
    ///   - headers: Header fields, stronger than those of its path and host.
    public static func status(
        _ status: Status, lifetime: Lifetime = .single, delivery: Delivery = .instant, headers: [String: String] = [:]
    ) -> MockResponse {
        empty(status: status, lifetime: lifetime, delivery: delivery, headers: headers)
    }

    /// A redirect, which the client follows to the mock of its target.
    ///
    /// - Parameters:
    ///   - location: The target; a relative reference is resolved against the request's URL (RFC 3986 §5).
    ///   - status: The kind of redirect, 302 unless given.
    ///   - lifetime: How many requests it answers, one unless given.
    ///   - delivery: When it arrives, at once unless given.
    ///   - headers: Header fields, stronger than those of its path and host.
    /// - SeeAlso: [RFC 9110 §15.4](https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4)
    public static func redirect(
        to location: String, status: Status = .found, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        var response = empty(status: status, lifetime: lifetime, delivery: delivery, headers: headers)
        response.headers.set("Location", to: location)
        return response
    }

    /// A redirect, which the client follows to the mock of its target.
    ///
    /// - Parameters:
    ///   - location: The target.
    ///   - status: The kind of redirect, 302 unless given.
    ///   - lifetime: How many requests it answers, one unless given.
    ///   - delivery: When it arrives, at once unless given.
    ///   - headers: Header fields, stronger than those of its path and host.
    /// - SeeAlso: [RFC 9110 §15.4](https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4)
    public static func redirect(
        to location: URL, status: Status = .found, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        redirect(
            to: location.absoluteString, status: status, lifetime: lifetime, delivery: delivery, headers: headers)
    }

    /// An error of the URL loading system, before any response.
    ///
    /// - Parameters:
    ///   - code: The code; the error carries the failing URL under both of Foundation's keys.
    ///   - lifetime: How many requests fail so, one unless given.
    ///   - delivery: When they fail, at once unless given.
    public static func failure(
        _ code: URLError.Code, lifetime: Lifetime = .single, delivery: Delivery = .instant
    ) -> MockResponse {
        MockResponse(.failure(URLError(code)), nil, .ok, lifetime, delivery, [:])
    }

    /// An error, before any response.
    ///
    /// - Parameters:
    ///   - error: The error the request ends with. One of the domain `NSURLErrorDomain` arrives as a `URLError` with
    ///     the failing URL; any other as it is.
    ///   - lifetime: How many requests fail so, one unless given.
    ///   - delivery: When they fail, at once unless given.
    public static func failure(
        _ error: any Error, lifetime: Lifetime = .single, delivery: Delivery = .instant
    ) -> MockResponse {
        MockResponse(.failure(URLError.conforming(error)), nil, .ok, lifetime, delivery, [:])
    }

    /// The real network answers, every request from then on.
    public static var passthrough: MockResponse { passthrough(lifetime: .eternal) }

    /// The real network answers, through the mock's ``HTTPMock/passthroughSession``.
    ///
    /// - Parameter lifetime: How many requests it lets through.
    public static func passthrough(lifetime: Lifetime) -> MockResponse {
        MockResponse(.passthrough, nil, .ok, lifetime, .instant, [:])
    }

    init(
        _ content: Content, _ contentType: String?, _ status: Status, _ lifetime: Lifetime, _ delivery: Delivery,
        _ headers: [String: String]
    ) {
        self.content = content
        self.contentType = contentType
        self.status = status
        self.lifetime = lifetime
        self.delivery = delivery
        self.headers = HTTPMock.HeaderFields(headers)
    }
}

extension JSONEncoder {
    /// A new encoder as `.encodable` uses it: dates in ISO 8601, keys sorted so that a body never varies.
    public static var mockDefault: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}
