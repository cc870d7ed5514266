import Foundation

extension MockResponse {
    /// A file of a bundle.
    ///
    /// - Parameters:
    ///   - name: The file's name, with or without its extension.
    ///   - extension: The extension, if `name` lacks it.
    ///   - bundle: Where it is, `Bundle.main` unless given; `.module` for a package target's resources. If it isn't
    ///     there, the request that takes the response fails with an ``HTTPMockError``.
    ///   - status: The status, 200 unless given.
    ///   - lifetime: How many requests it answers, one unless given.
    ///   - delivery: When it arrives, at once unless given.
    ///   - headers: Header fields, stronger than those of its path and host.
    ///   - contentType: The media type; from the name's extension unless given.
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
        return MockResponse(.unusable(reason), contentType, status, lifetime, delivery, headers)
    }

    /// A file on disk, read when a request takes it.
    ///
    /// - Parameters:
    ///   - url: The file's URL. If it can't be read then, the request fails with an ``HTTPMockError``.
    ///   - status: The status, 200 unless given.
    ///   - lifetime: How many requests it answers, one unless given.
    ///   - delivery: When it arrives, at once unless given.
    ///   - headers: Header fields, stronger than those of its path and host.
    ///   - contentType: The media type; from the name's extension unless given, else `application/octet-stream`.
    public static func file(
        url: URL, status: Status = .ok, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:], contentType: String? = nil
    ) -> MockResponse {
        let content =
            url.isFileURL
            ? Content.body(.file(url))
            : .unusable("\(url.absoluteString) is not the URL of a file. Make it with `URL(fileURLWithPath:)`")
        let type = contentType ?? MediaType.ofFile(extension: url.pathExtension)
        return MockResponse(content, type, status, lifetime, delivery, headers)
    }

    /// A file on disk, read when a request takes it.
    ///
    /// - Parameters:
    ///   - url: The file's URL. If it can't be read then, the request fails with an ``HTTPMockError``.
    ///   - status: The status, 200 unless given.
    ///   - lifetime: How many requests it answers, one unless given.
    ///   - delivery: When it arrives, at once unless given.
    ///   - headers: Header fields, stronger than those of its path and host.
    ///   - contentType: The media type; from the name's extension unless given, else `application/octet-stream`.
    public static func file(
        _ url: URL, status: Status = .ok, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:], contentType: String? = nil
    ) -> MockResponse {
        file(
            url: url, status: status, lifetime: lifetime, delivery: delivery, headers: headers,
            contentType: contentType)
    }
}
