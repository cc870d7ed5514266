import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Gives each instance a `URLProtocol` class of its own, and finds the instance of a class.
///
/// A session knows a class, not an object, so only the class tells instances apart. Classes are made from a generic
/// type and never used again: a session that has outlived its instance must not find another one with its class.
final class ProtocolClassRegistry: Sendable {
    static let shared = ProtocolClassRegistry()

    private struct Owner {
        weak var frontEnd: SessionFrontEnd?
    }

    private let owners = Locked<[Owner]>([])

    /// Adds an instance.
    ///
    /// - Returns: The number of its class.
    func add(_ frontEnd: SessionFrontEnd) -> Int {
        owners.withLock { owners in
            owners.append(Owner(frontEnd: frontEnd))
            return owners.count - 1
        }
    }

    /// Returns the instance of a class; nil if the instance has been released.
    func owner(of number: Int) -> SessionFrontEnd? {
        owners.withLock { $0[number].frontEnd }
    }

    static func protocolClass(number: Int) -> MockURLProtocol.Type {
        func make<Number: ClassNumber>(_ number: Number.Type) -> MockURLProtocol.Type {
            NumberedURLProtocol<Number>.self
        }
        return make(classNumber(number))
    }

    /// Returns the type that stands for a number: its binary digits, the lowest outermost.
    private static func classNumber(_ number: Int) -> any ClassNumber.Type {
        func even<Half: ClassNumber>(_ half: Half.Type) -> any ClassNumber.Type { TwiceNumber<Half>.self }
        func odd<Half: ClassNumber>(_ half: Half.Type) -> any ClassNumber.Type { TwiceAndOneNumber<Half>.self }
        guard number > 0 else { return ZeroNumber.self }
        let half = classNumber(number / 2)
        return number.isMultiple(of: 2) ? even(half) : odd(half)
    }
}

/// A number as a type, so that the generic class can be made for each number.
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

/// The class of one instance: no other instance has the same number.
private final class NumberedURLProtocol<Number: ClassNumber>: MockURLProtocol {
    override class var owner: SessionFrontEnd? { ProtocolClassRegistry.shared.owner(of: Number.value) }
}
