extension Route: CustomStringConvertible {
    var description: String { key.description }
}

extension Route.Key: CustomStringConvertible {
    /// Method, host and path, and the query if it asks for one, as in `GET api.example.com/users/*?page=2`.
    ///
    /// Secrets in the query are masked. One of which other items may be there as well ends in `&…`.
    var description: String {
        let query = query.map { "?\($0.query.masked)\($0.matching == .contains ? "&…" : "")" } ?? ""
        return "\(method.map { "\($0) " } ?? "")\(host.text)\(path.text)\(query)"
    }
}

extension HTTPMock.Query {
    /// The same items, with the values masked whose names tell that they are secret.
    fileprivate var masked: HTTPMock.Query {
        HTTPMock.Query(items: items.map { $0.isSecret ? Item(name: $0.name, value: .value(Redaction.mask)) : $0 })
    }
}
