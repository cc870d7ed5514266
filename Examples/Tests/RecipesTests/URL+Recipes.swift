import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URL {
    /// A path of the recipes' host.
    static func recipe(_ path: String) -> URL {
        guard let url = URL(string: "https://example.com\(path)") else {
            preconditionFailure("no URL: \(path)")
        }
        return url
    }
}

extension URLRequest {
    /// A request for a path of the recipes' host.
    static func recipe(_ path: String) -> URLRequest {
        URLRequest(url: .recipe(path))
    }
}
