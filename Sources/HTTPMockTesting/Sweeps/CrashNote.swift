import Foundation
import HTTPMock

/// A note that is written to standard error if the process crashes meanwhile.
///
/// The signal happens again with the earlier handler, so that the crash itself stays the same. On most threads, a stack
/// overflow leaves no note, because a handler needs a second stack there.
final class CrashNote: Sendable {
    private let slot: Int?

    init(_ text: String) {
        slot = Self.freeSlots.withLock { $0.popLast() }
        guard let slot else { return }
        _ = Self.install
        Self.notes[slot] = strdup("HTTPMock: the process crashed in \(text)\n")
    }

    func end() {
        guard let slot else { return }
        let note = Self.notes[slot]
        Self.notes[slot] = nil
        free(note)
        Self.freeSlots.withLock { $0.append(slot) }
    }

    private static let count = 16
    /// The slots that no note uses; a note beyond the last one is not kept.
    private static let freeSlots = Locked(Array(0..<count))
    // Written by the owner of a slot only, and read by the signal handler, which takes no lock.
    nonisolated(unsafe) private static let notes = memory(of: UnsafeMutablePointer<CChar>?.none, count: count)
    /// The earlier handlers by signal number; written once, before the handler can run.
    nonisolated(unsafe) private static let earlier = memory(of: sigaction(), count: 64)

    private static func memory<Value>(of value: Value, count: Int) -> UnsafeMutablePointer<Value> {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: count)
        memory.initialize(repeating: value, count: count)
        return memory
    }

    private static let install: Void = {
        _ = notes
        for signal in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS] {
            var action = sigaction()
            #if canImport(Darwin)
                action.__sigaction_u.__sa_handler = handle
            #else
                action.__sigaction_handler.sa_handler = handle
            #endif
            // Runs the handler on the alternate stack, if an earlier handler has made one for a stack overflow.
            action.sa_flags = Int32(SA_ONSTACK)
            sigaction(signal, &action, earlier + Int(signal))
        }
    }()

    private static let handle: @convention(c) (Int32) -> Void = { signal in
        for slot in 0..<CrashNote.count {
            if let note = CrashNote.notes[slot] { _ = write(STDERR_FILENO, note, strlen(note)) }
        }
        sigaction(signal, CrashNote.earlier + Int(signal), nil)
        if signal == SIGABRT { raise(signal) }
    }
}
