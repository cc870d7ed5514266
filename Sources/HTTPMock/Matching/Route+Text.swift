extension Route: CustomStringConvertible {
    /// Method, host and path, and the query if it asks for one, as in `GET api.example.com/users/*?page=2`.
    var description: String {
        let query = query.map { $0.query.items.isEmpty ? "?" : "?\($0.query)" } ?? ""
        return "\(method.map { "\($0) " } ?? "")\(host.text)\(path.text)\(query)"
    }
}
