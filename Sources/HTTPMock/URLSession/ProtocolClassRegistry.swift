import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Gives each instance its own `URLProtocol` class, and finds a class's owner.
///
/// A session refers to a class, not to an object, so each instance needs its own class, or several. Classes are created
/// from a generic type and never reused, so that an old session never reaches another instance.
enum ProtocolClassRegistry {
    private static let owners = Locked<[ObjectIdentifier: Weak<SessionFrontEnd>]>([:])

    /// Returns the class of the next number, which belongs to a front end from now on.
    static func add(_ frontEnd: SessionFrontEnd) -> MockURLProtocol.Type {
        func make<Digits>(_ digits: Digits.Type) -> MockURLProtocol.Type {
            NumberedURLProtocol<Digits>.self
        }
        return owners.withLock { owners in
            let new = make(digits(of: owners.count))
            owners[ObjectIdentifier(new)] = Weak(object: frontEnd)
            return new
        }
    }

    static func owner(of known: MockURLProtocol.Type) -> SessionFrontEnd? {
        owners.withLock { $0[ObjectIdentifier(known)]?.object }
    }

    /// Returns the type that represents a number by its binary digits, lowest outermost.
    private static func digits(of number: Int) -> any Any.Type {
        func even<Half>(_ half: Half.Type) -> any Any.Type { Even<Half>.self }
        func odd<Half>(_ half: Half.Type) -> any Any.Type { Odd<Half>.self }
        guard number > 0 else { return Never.self }
        let half = digits(of: number / 2)
        return number.isMultiple(of: 2) ? even(half) : odd(half)
    }

    private enum Even<Half> {}

    private enum Odd<Half> {}
}

/// A class of one instance, identified by the digits of the class's number.
private final class NumberedURLProtocol<Digits>: MockURLProtocol {}
