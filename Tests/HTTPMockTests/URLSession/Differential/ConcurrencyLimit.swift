import Foundation
import TestSupport

/// Limits the number of concurrent operations.
final class ConcurrencyLimit: Sendable {
    private let free: Observed<Int>

    init(_ count: Int) {
        free = Observed(count)
    }

    func run(_ work: () async throws -> Void) async rethrows {
        while true {
            await free.wait { $0 > 0 }
            let isMine = free.change { free in
                guard free > 0 else { return false }
                free -= 1
                return true
            }
            if isMine || Task.isCancelled { break }
        }
        defer { free.change { $0 += 1 } }
        try await work()
    }
}
