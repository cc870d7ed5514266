extension HTTPMock {
    /// A type whose values can be written in a ``Query`` literal.
    ///
    /// Strings, integers and ``Query/any`` conform. A type of your own, such as an enum of sort orders, can conform
    /// too.
    public protocol QueryValue {
        /// The requirement on the value of a request's query item.
        var mockQueryValue: Query.Item.Value { get }
    }
}

extension HTTPMock.Query.Item.Value: HTTPMock.QueryValue {
    /// The value itself.
    public var mockQueryValue: HTTPMock.Query.Item.Value { self }
}

extension HTTPMock.QueryValue where Self: StringProtocol {
    /// The text, without percent-encoding.
    public var mockQueryValue: HTTPMock.Query.Item.Value { .value(String(self)) }
}

extension HTTPMock.QueryValue where Self: BinaryInteger {
    /// The number in decimal digits.
    public var mockQueryValue: HTTPMock.Query.Item.Value { .value(description) }
}

extension HTTPMock.QueryValue where Self: RawRepresentable, RawValue: HTTPMock.QueryValue {
    /// The raw value.
    public var mockQueryValue: HTTPMock.Query.Item.Value { rawValue.mockQueryValue }
}

extension String: HTTPMock.QueryValue {}
extension Substring: HTTPMock.QueryValue {}
extension Int: HTTPMock.QueryValue {}
extension Int8: HTTPMock.QueryValue {}
extension Int16: HTTPMock.QueryValue {}
extension Int32: HTTPMock.QueryValue {}
extension Int64: HTTPMock.QueryValue {}
extension UInt: HTTPMock.QueryValue {}
extension UInt8: HTTPMock.QueryValue {}
extension UInt16: HTTPMock.QueryValue {}
extension UInt32: HTTPMock.QueryValue {}
extension UInt64: HTTPMock.QueryValue {}
