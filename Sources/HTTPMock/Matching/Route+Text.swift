extension Route: CustomStringConvertible {
    /// Method, host and path, and the query if it asks for one, as in `GET api.example.com/users/*?page=2`.
    ///
    /// A query of which other items may be there as well ends in `&…`.
    var description: String {
        let query = query.map { "?\($0.query)\($0.matching == .contains ? "&…" : "")" } ?? ""
        return "\(method.map { "\($0) " } ?? "")\(host.text)\(path.text)\(query)"
    }
}
