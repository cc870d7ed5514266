import Foundation

extension MockResponse {
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
    ///   - contentType: The media type; by default that of the name's extension.
    public static func file(
        named name: String, extension: String? = nil, in bundle: Bundle = .main, status: Status = .ok,
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
            "there is no file \"\(file)\" in the bundle \(bundle.bundlePath)\(NearNames.text(of: file, in: bundle)). To fix "
            + "this, check its spelling and that it is listed under the target's resources, and pass the bundle that has "
            + "it, such as in: .module"
        return MockResponse(
            .unusable(reason), contentType: contentType, status: status, lifetime: lifetime, delivery: delivery,
            headers: headers)
    }

    /// Answers with a file on disk, read in chunks while the response is sent.
    ///
    /// - Parameters:
    ///   - url: The file's URL. If the file can't be read at that time, the request fails with an ``HTTPMockError``.
    ///   - status: The status; 200 by default.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays and chunks of the response; at once and whole by default.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    ///   - contentType: The media type; by default that of the name's extension, or `application/octet-stream`.
    public static func file(
        url: URL, status: Status = .ok, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:], contentType: String? = nil
    ) -> MockResponse {
        let content =
            url.isFileURL
            ? Content.body(.file(url))
            : .unusable("\(url.absoluteString) is not a file URL. To fix this, create it with `URL(fileURLWithPath:)`")
        let type = contentType ?? MediaType.ofFile(extension: url.pathExtension)
        return MockResponse(
            content, contentType: type, status: status, lifetime: lifetime, delivery: delivery, headers: headers)
    }

    /// Answers with a file on disk, read in chunks while the response is sent.
    ///
    /// - Parameters:
    ///   - url: The file's URL. If the file can't be read at that time, the request fails with an ``HTTPMockError``.
    ///   - status: The status; 200 by default.
    ///   - lifetime: The number of requests that the response answers; one by default.
    ///   - delivery: The delays and chunks of the response; at once and whole by default.
    ///   - headers: Header fields, which override those of the same name from the path and the host.
    ///   - contentType: The media type; by default that of the name's extension, or `application/octet-stream`.
    public static func file(
        _ url: URL, status: Status = .ok, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:], contentType: String? = nil
    ) -> MockResponse {
        file(
            url: url, status: status, lifetime: lifetime, delivery: delivery, headers: headers,
            contentType: contentType)
    }
}
