import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Hands each instance a `URLProtocol` class of its own, and tells which instance a class belongs to.
///
/// A session knows a class, not an object, so the class is what tells the instances apart. Classes can't be unmade:
/// they are made from a generic when none is free, and used again when their instance is gone. One that a user's own
/// session may still hold is never used again, because that session must not find another instance behind it.
final class ProtocolClassPool: Sendable {
    static let shared = ProtocolClassPool()

    private struct State {
        var owners: [Owner] = []
        /// Numbers of the classes that may be used again, those longest free first.
        var free: ArraySlice<Int> = []
    }

    private struct Owner {
        weak var engine: MockEngine?
    }

    /// So many classes are left unused at first, so that a session that was made from another's configuration and has
    /// outlived its instance finds nobody behind its class rather than the next instance.
    private static let quarantine = 64

    private let state = Locked(State())

    /// A class that belongs to one instance for now.
    struct Loan: Sendable {
        let number: Int
        let protocolClass: MockURLProtocol.Type
        var isReusable = true

        /// Gives the class back.
        func end() {
            ProtocolClassPool.shared.giveBack(self)
        }
    }

    func lend(to engine: MockEngine) -> Loan {
        let number = state.withLock { state in
            if state.free.count > Self.quarantine, let number = state.free.popFirst() {
                state.owners[number].engine = engine
                return number
            }
            state.owners.append(Owner(engine: engine))
            return state.owners.count - 1
        }
        return Loan(number: number, protocolClass: Self.protocolClass(number: number))
    }

    func owner(of number: Int) -> MockEngine? {
        state.withLock { $0.owners[number].engine }
    }

    private func giveBack(_ loan: Loan) {
        guard loan.isReusable else { return }
        state.withLock { $0.free.append(loan.number) }
    }

    private static func protocolClass(number: Int) -> MockURLProtocol.Type {
        func make<Number: ClassNumber>(_ number: Number.Type) -> MockURLProtocol.Type {
            NumberedURLProtocol<Number>.self
        }
        return make(classNumber(number))
    }

    /// The type that stands for a number: its binary digits, the lowest outermost.
    private static func classNumber(_ number: Int) -> any ClassNumber.Type {
        func even<Half: ClassNumber>(_ half: Half.Type) -> any ClassNumber.Type { TwiceNumber<Half>.self }
        func odd<Half: ClassNumber>(_ half: Half.Type) -> any ClassNumber.Type { TwiceAndOneNumber<Half>.self }
        guard number > 0 else { return ZeroNumber.self }
        let half = classNumber(number / 2)
        return number.isMultiple(of: 2) ? even(half) : odd(half)
    }
}

/// A number as a type, so that a generic class can be made for each.
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

/// The class of one instance: no other has the same number.
private final class NumberedURLProtocol<Number: ClassNumber>: MockURLProtocol {
    override class var owner: MockEngine? { ProtocolClassPool.shared.owner(of: Number.value) }
}
