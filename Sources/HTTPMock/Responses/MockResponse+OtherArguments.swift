import Foundation

/// Arguments that the factories do not have; the compiler's error names the argument to write.
///
/// Other libraries have some of them. Only the functions with a `Status` accept `.init(code)`, because a generic status
/// gives `.init` no type. No function is compiled into the program, because nothing can call one.
@_documentation(visibility: internal)
extension MockResponse {
    /// Names the delivery to write.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write delivery: .delayed(2), with the seconds, in the place of delay:")
    public static func empty(
        status: some StatusCode = Status.ok, lifetime: Lifetime = .single, delay: Double,
        headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }

    /// Names the delivery to write.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write delivery: .delayed(2), with the seconds, in the place of delay:")
    public static func status(
        _ status: some StatusCode, lifetime: Lifetime = .single, delay: Double, headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }

    /// Names the delivery to write.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write delivery: .delayed(2), with the seconds, in the place of delay:")
    public static func json(
        _ text: String, status: some StatusCode = Status.ok, lifetime: Lifetime = .single, delay: Double,
        headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }

    /// Names the delivery to write.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write delivery: .delayed(2), with the seconds, in the place of delay:")
    public static func plaintext(
        _ text: String, status: some StatusCode = Status.ok, lifetime: Lifetime = .single, delay: Double,
        headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }

    /// Names the delivery to write.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write delivery: .delayed(2), with the seconds, in the place of delay:")
    public static func html(
        _ text: String, status: some StatusCode = Status.ok, lifetime: Lifetime = .single, delay: Double,
        headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }

    /// Names the delivery to write.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write delivery: .delayed(2), with the seconds, in the place of delay:")
    public static func encodable(
        _ value: some Encodable, status: some StatusCode = Status.ok, lifetime: Lifetime = .single, delay: Double,
        headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }

    /// Names the delivery to write.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write delivery: .delayed(2), with the seconds, in the place of delay:")
    public static func dictionary(
        _ dictionary: [String: Any], status: some StatusCode = Status.ok, lifetime: Lifetime = .single, delay: Double,
        headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }

    /// Names the delivery to write.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write delivery: .delayed(2), with the seconds, in the place of delay:")
    public static func data(
        _ data: Data, status: some StatusCode = Status.ok, lifetime: Lifetime = .single, delay: Double,
        headers: [String: String] = [:], contentType: String? = nil
    ) -> MockResponse { .passthrough }

    /// Names the delivery to write.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write delivery: .delayed(2), with the seconds, in the place of delay:")
    public static func image(
        _ data: Data, status: some StatusCode = Status.ok, lifetime: Lifetime = .single, delay: Double,
        headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }

    /// Names the delivery to write.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write delivery: .delayed(2), with the seconds, in the place of delay:")
    public static func file(
        named name: String, extension: String? = nil, in bundle: Bundle = .main, status: some StatusCode = Status.ok,
        lifetime: Lifetime = .single, delay: Double, headers: [String: String] = [:], contentType: String? = nil
    ) -> MockResponse { .passthrough }

    /// Names the delivery to write.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write delivery: .delayed(2), with the seconds, in the place of delay:")
    public static func file(
        url: URL, status: some StatusCode = Status.ok, lifetime: Lifetime = .single, delay: Double,
        headers: [String: String] = [:], contentType: String? = nil
    ) -> MockResponse { .passthrough }

    /// Names the delivery to write.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write delivery: .delayed(2), with the seconds, in the place of delay:")
    public static func redirect(
        to location: some CustomStringConvertible, status: some StatusCode = Status.ok, lifetime: Lifetime = .single,
        delay: Double, headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }

    /// Names the delivery to write.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write delivery: .delayed(2), with the seconds, in the place of delay:")
    public static func failure(_ code: URLError.Code, lifetime: Lifetime = .single, delay: Double) -> MockResponse {
        .passthrough
    }

    /// Names the delivery to write.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write delivery: .delayed(2), with the seconds, in the place of delay:")
    public static func failure(_ error: any Error, lifetime: Lifetime = .single, delay: Double) -> MockResponse {
        .passthrough
    }

    /// Names the spelling of a status from a variable.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write the number without .init, as in status: code")
    @_disfavoredOverload
    public static func empty(
        status: Status, lifetime: Lifetime = .single, delivery: Delivery = .instant, headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }

    /// Names the spelling of a status from a variable.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write the number without .init, as in .status(code)")
    @_disfavoredOverload
    public static func status(
        _ status: Status, lifetime: Lifetime = .single, delivery: Delivery = .instant, headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }

    /// Names the spelling of a status from a variable.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write the number without .init, as in status: code")
    @_disfavoredOverload
    public static func json(
        _ text: String, status: Status, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }

    /// Names the spelling of a status from a variable.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write the number without .init, as in status: code")
    @_disfavoredOverload
    public static func plaintext(
        _ text: String, status: Status, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }

    /// Names the spelling of a status from a variable.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write the number without .init, as in status: code")
    @_disfavoredOverload
    public static func html(
        _ text: String, status: Status, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }

    /// Names the spelling of a status from a variable.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write the number without .init, as in status: code")
    @_disfavoredOverload
    public static func encodable(
        _ value: some Encodable, status: Status, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }

    /// Names the spelling of a status from a variable.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write the number without .init, as in status: code")
    @_disfavoredOverload
    public static func dictionary(
        _ dictionary: [String: Any], status: Status, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }

    /// Names the spelling of a status from a variable.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write the number without .init, as in status: code")
    @_disfavoredOverload
    public static func data(
        _ data: Data, status: Status, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:], contentType: String? = nil
    ) -> MockResponse { .passthrough }

    /// Names the spelling of a status from a variable.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write the number without .init, as in status: code")
    @_disfavoredOverload
    public static func image(
        _ data: Data, status: Status, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }

    /// Names the spelling of a status from a variable.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write the number without .init, as in status: code")
    @_disfavoredOverload
    public static func file(
        named name: String, extension: String? = nil, in bundle: Bundle = .main, status: Status,
        lifetime: Lifetime = .single, delivery: Delivery = .instant, headers: [String: String] = [:],
        contentType: String? = nil
    ) -> MockResponse { .passthrough }

    /// Names the spelling of a status from a variable.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write the number without .init, as in status: code")
    @_disfavoredOverload
    public static func file(
        url: URL, status: Status, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:], contentType: String? = nil
    ) -> MockResponse { .passthrough }

    /// Names the spelling of a status from a variable.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write the number without .init, as in status: code")
    @_disfavoredOverload
    public static func redirect(
        to location: some CustomStringConvertible, status: Status, lifetime: Lifetime = .single,
        delivery: Delivery = .instant, headers: [String: String] = [:]
    ) -> MockResponse { .passthrough }
}
