extension HTTPMock {
    /// A type whose values can be written in a ``Query`` literal.
    ///
    /// Strings, integers, booleans and ``Query/any`` conform. A type of your own, such as an enum of sort orders, can
    /// conform too.
    public protocol QueryValue {
        /// The requirement on the value of a request's query item.
        var mockQueryValue: Query.ItemValue { get }
    }
}

extension HTTPMock.Query.ItemValue: HTTPMock.QueryValue {
    /// The value itself.
    public var mockQueryValue: HTTPMock.Query.ItemValue { self }
}

extension HTTPMock.QueryValue where Self: StringProtocol {
    /// The text, without percent-encoding.
    public var mockQueryValue: HTTPMock.Query.ItemValue { .value(String(self)) }
}

extension HTTPMock.QueryValue where Self: BinaryInteger {
    /// The number in decimal digits.
    public var mockQueryValue: HTTPMock.Query.ItemValue { .value(description) }
}

extension Bool: HTTPMock.QueryValue {
    /// The text `true` or `false`.
    public var mockQueryValue: HTTPMock.Query.ItemValue { .value("\(self)") }
}

extension HTTPMock.QueryValue where Self: RawRepresentable, RawValue: HTTPMock.QueryValue {
    /// The raw value.
    public var mockQueryValue: HTTPMock.Query.ItemValue {
        rawValue.mockQueryValue
    }
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
