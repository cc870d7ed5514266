extension Route: CustomStringConvertible {
    var description: String { key.description }
}

extension Route.Key: CustomStringConvertible {
    /// The method, host, path and query, as in `GET api.example.com/users/*?page=2`.
    ///
    /// Secrets in the query are masked. A `&…` at the end means that other query items are allowed.
    var description: String {
        let query = query.map { "?\($0.query)\($0.matching == .contains ? "&…" : "")" } ?? ""
        return "\(method.map { "\($0) " } ?? "")\(host.text)\(path.text)\(query)"
    }
}
