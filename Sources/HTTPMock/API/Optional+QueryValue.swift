extension Optional where Wrapped == any HTTPMock.QueryValue {
    /// Any value of a query item, short for ``HTTPMock/Query/any``: `query: ["page": .any]`.
    public static var any: Self { HTTPMock.Query.any }
}
