import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Gives each instance its own `URLProtocol` class, and finds a class's owner.
///
/// A session refers to a class, not to an object, so each instance needs its own class. Classes are created from a
/// generic type and never reused, so that an old session never reaches another instance.
final class ProtocolClassRegistry: Sendable {
    static let shared = ProtocolClassRegistry()

    private struct Owner {
        weak var frontEnd: SessionFrontEnd?
    }

    private let owners = Locked<[Owner]>([])

    /// Adds the front end of an instance.
    ///
    /// - Returns: The number of its class.
    func add(_ frontEnd: SessionFrontEnd) -> Int {
        owners.withLock { owners in
            owners.append(Owner(frontEnd: frontEnd))
            return owners.count - 1
        }
    }

    /// Returns the front end that owns a class; nil if it has been released.
    func owner(of number: Int) -> SessionFrontEnd? {
        owners.withLock { $0[number].frontEnd }
    }

    static func protocolClass(number: Int) -> MockURLProtocol.Type {
        func make<Number: ClassNumber>(_ number: Number.Type) -> MockURLProtocol.Type {
            NumberedURLProtocol<Number>.self
        }
        return make(classNumber(number))
    }

    /// Returns the type that represents a number by its binary digits, lowest outermost.
    private static func classNumber(_ number: Int) -> any ClassNumber.Type {
        func even<Half: ClassNumber>(_ half: Half.Type) -> any ClassNumber.Type { TwiceNumber<Half>.self }
        func odd<Half: ClassNumber>(_ half: Half.Type) -> any ClassNumber.Type { TwiceAndOneNumber<Half>.self }
        guard number > 0 else { return ZeroNumber.self }
        let half = classNumber(number / 2)
        return number.isMultiple(of: 2) ? even(half) : odd(half)
    }
}

/// A number as a type.
///
/// The generic class can be created for each number.
private protocol ClassNumber {
    static var value: Int { get }
}

private enum ZeroNumber: ClassNumber {
    static var value: Int { 0 }
}

private enum TwiceNumber<Half: ClassNumber>: ClassNumber {
    static var value: Int { Half.value * 2 }
}

private enum TwiceAndOneNumber<Half: ClassNumber>: ClassNumber {
    static var value: Int { Half.value * 2 + 1 }
}

/// The class of one instance, identified by its number.
private final class NumberedURLProtocol<Number: ClassNumber>: MockURLProtocol {
    override class var owner: SessionFrontEnd? { ProtocolClassRegistry.shared.owner(of: Number.value) }
}
