import Foundation

// The factories once more with the status as a number, because an integer variable is no `Status`. They are disfavored,
// so that `.notFound` and `404` go on meaning a `Status`, also in the compiler's errors.

extension MockResponse {
    /// Answers with a status, without a body.
    ///
    /// - Parameters:
    ///   - code: The status code, 100 to 999.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays and chunks of the response; at once and whole by default.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    @_disfavoredOverload
    public static func status(
        _ code: Int, lifetime: Lifetime = .single, delivery: Delivery = .instant, headers: [String: String] = [:]
    ) -> MockResponse {
        status(Status(code), lifetime: lifetime, delivery: delivery, headers: headers)
    }
}

@_documentation(visibility: internal)
extension MockResponse {
    /// The same as ``encodable(_:status:lifetime:delivery:headers:jsonEncoder:)``, with the status as a number.
    @_disfavoredOverload
    public static func encodable(
        _ value: some Encodable, status: Int, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:], jsonEncoder: JSONEncoder = .mockDefault
    ) -> MockResponse {
        Self.encodable(
            value, status: Status(status), lifetime: lifetime, delivery: delivery, headers: headers,
            jsonEncoder: jsonEncoder)
    }

    /// The same as ``dictionary(_:status:lifetime:delivery:headers:)``, with the status as a number.
    @_disfavoredOverload
    public static func dictionary(
        _ dictionary: [String: Any], status: Int, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        Self.dictionary(dictionary, status: Status(status), lifetime: lifetime, delivery: delivery, headers: headers)
    }

    /// The same as ``json(_:status:lifetime:delivery:headers:)``, with the status as a number.
    @_disfavoredOverload
    public static func json(
        _ text: String, status: Int, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        Self.json(text, status: Status(status), lifetime: lifetime, delivery: delivery, headers: headers)
    }

    /// The same as ``plaintext(_:status:lifetime:delivery:headers:)``, with the status as a number.
    @_disfavoredOverload
    public static func plaintext(
        _ text: String, status: Int, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        Self.plaintext(text, status: Status(status), lifetime: lifetime, delivery: delivery, headers: headers)
    }

    /// The same as ``html(_:status:lifetime:delivery:headers:)``, with the status as a number.
    @_disfavoredOverload
    public static func html(
        _ text: String, status: Int, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        Self.html(text, status: Status(status), lifetime: lifetime, delivery: delivery, headers: headers)
    }

    /// The same as ``data(_:status:lifetime:delivery:headers:contentType:)``, with the status as a number.
    @_disfavoredOverload
    public static func data(
        _ data: Data, status: Int, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:], contentType: String = "application/octet-stream"
    ) -> MockResponse {
        Self.data(
            data, status: Status(status), lifetime: lifetime, delivery: delivery, headers: headers,
            contentType: contentType)
    }

    /// The same as ``image(_:status:lifetime:delivery:headers:)``, with the status as a number.
    @_disfavoredOverload
    public static func image(
        _ data: Data, status: Int, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        Self.image(data, status: Status(status), lifetime: lifetime, delivery: delivery, headers: headers)
    }

    /// The same as ``file(named:extension:in:status:lifetime:delivery:headers:contentType:)``, with the status as a
    /// number.
    @_disfavoredOverload
    public static func file(
        named name: String, extension: String? = nil, in bundle: Bundle = .main, status: Int,
        lifetime: Lifetime = .single, delivery: Delivery = .instant, headers: [String: String] = [:],
        contentType: String? = nil
    ) -> MockResponse {
        Self.file(
            named: name, extension: `extension`, in: bundle, status: Status(status), lifetime: lifetime,
            delivery: delivery, headers: headers, contentType: contentType)
    }

    /// The same as ``file(url:status:lifetime:delivery:headers:contentType:)``, with the status as a number.
    @_disfavoredOverload
    public static func file(
        url: URL, status: Int, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:], contentType: String? = nil
    ) -> MockResponse {
        Self.file(
            url: url, status: Status(status), lifetime: lifetime, delivery: delivery, headers: headers,
            contentType: contentType)
    }

    /// The same as ``file(_:status:lifetime:delivery:headers:contentType:)``, with the status as a number.
    @_disfavoredOverload
    public static func file(
        _ url: URL, status: Int, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:], contentType: String? = nil
    ) -> MockResponse {
        Self.file(
            url: url, status: Status(status), lifetime: lifetime, delivery: delivery, headers: headers,
            contentType: contentType)
    }

    /// The same as ``empty(status:lifetime:delivery:headers:)``, with the status as a number.
    @_disfavoredOverload
    public static func empty(
        status: Int, lifetime: Lifetime = .single, delivery: Delivery = .instant, headers: [String: String] = [:]
    ) -> MockResponse {
        Self.empty(status: Status(status), lifetime: lifetime, delivery: delivery, headers: headers)
    }

    /// The same as ``redirect(to:status:lifetime:delivery:headers:)``, with the status as a number.
    @_disfavoredOverload
    public static func redirect(
        to location: String, status: Int, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        Self.redirect(to: location, status: Status(status), lifetime: lifetime, delivery: delivery, headers: headers)
    }

    /// The same as ``redirect(to:status:lifetime:delivery:headers:)``, with the status as a number.
    @_disfavoredOverload
    public static func redirect(
        to location: URL, status: Int, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        Self.redirect(to: location, status: Status(status), lifetime: lifetime, delivery: delivery, headers: headers)
    }

    /// The same as ``stream(_:every:status:lifetime:delivery:headers:contentType:)``, with the status as a number.
    @_disfavoredOverload
    public static func stream(
        _ chunks: [Data], every interval: Duration = .zero, status: Int, lifetime: Lifetime = .single,
        delivery: Delivery = .instant, headers: [String: String] = [:], contentType: String = "application/octet-stream"
    ) -> MockResponse {
        Self.stream(
            chunks, every: interval, status: Status(status), lifetime: lifetime, delivery: delivery, headers: headers,
            contentType: contentType)
    }

    /// The same as ``events(_:every:status:lifetime:delivery:headers:)``, with the status as a number.
    @_disfavoredOverload
    public static func events(
        _ events: [ServerSentEvent], every interval: Duration = .zero, status: Int, lifetime: Lifetime = .single,
        delivery: Delivery = .instant, headers: [String: String] = [:]
    ) -> MockResponse {
        Self.events(
            events, every: interval, status: Status(status), lifetime: lifetime, delivery: delivery, headers: headers)
    }

    /// The same as ``stream(_:status:lifetime:delivery:headers:contentType:)``, with the status as a number.
    @_disfavoredOverload
    public static func stream<Chunks: AsyncSequence & Sendable>(
        _ sequence: Chunks, status: Int, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:], contentType: String = "application/octet-stream"
    ) -> MockResponse where Chunks.Element == Data {
        Self.stream(
            sequence, status: Status(status), lifetime: lifetime, delivery: delivery, headers: headers,
            contentType: contentType)
    }
}
