extension MockResponse.Status {
    /// 413, the name of RFC 7231.
    @available(*, deprecated, renamed: "contentTooLarge")
    public static let payloadTooLarge = contentTooLarge
    /// 413, the name of RFC 2616.
    @available(*, deprecated, renamed: "contentTooLarge")
    public static let requestEntityTooLarge = contentTooLarge
    /// 414, the name of RFC 2616.
    @available(*, deprecated, renamed: "uriTooLong")
    public static let requestURITooLong = uriTooLong
    /// 416, the name of RFC 2616.
    @available(*, deprecated, renamed: "rangeNotSatisfiable")
    public static let requestedRangeNotSatisfiable = rangeNotSatisfiable
    /// 422, the name of RFC 4918.
    @available(*, deprecated, renamed: "unprocessableContent")
    public static let unprocessableEntity = unprocessableContent
}
