import Foundation
import HTTPMock

/// A note that is written to standard error if the process crashes meanwhile.
///
/// The signal happens again with the earlier handler, so that the crash itself stays the same. On most threads, a stack
/// overflow leaves no note, because a handler needs a second stack there.
final class CrashNote: Sendable {
    private let slot: Int?
    private let state = Locked(State())

    private struct State {
        var hasEnded = false
        /// The former texts, freed at the end only, because a signal handler may still read them.
        var formerTexts: [UnsafeMutablePointer<CChar>] = []
    }

    /// Begins a note.
    ///
    /// - Parameter text: What runs, as in `the fault sweep of loads(): GET /cart, timed out`.
    init(_ text: String) {
        slot = Self.freeSlots.withLock { $0.popLast() }
        guard slot != nil else { return }
        _ = Self.install
        change(to: text)
    }

    /// Replaces the text, unless the note has ended.
    func change(to text: String) {
        guard let slot else { return }
        state.withLock { state in
            if state.hasEnded { return }
            if let former = Self.notes[slot] { state.formerTexts.append(former) }
            Self.notes[slot] = strdup("HTTPMock: the process crashed in \(text)\n")
        }
    }

    func end() {
        guard let slot else { return }
        state.withLock { state in
            state.hasEnded = true
            let text = Self.notes[slot]
            // Removed first, so that a handler that begins later finds no freed text. A handler that already runs on
            // another thread may still read the text, which is accepted, because the process is about to end.
            Self.notes[slot] = nil
            free(text)
            for text in state.formerTexts { free(text) }
            state.formerTexts = []
        }
        Self.freeSlots.withLock { $0.append(slot) }
    }

    private static let slotCount = 16
    /// More than the greatest signal number that is handled.
    private static let signalCount = 64
    /// The slots that no note uses; a note beyond the last one is not kept.
    private static let freeSlots = Locked(Array(0..<slotCount))
    // Written by the owner of a slot only, and read by the signal handler, which takes no lock.
    nonisolated(unsafe) private static let notes = memory(of: UnsafeMutablePointer<CChar>?.none, count: slotCount)
    /// The earlier handlers by signal number; written only when the handler is installed.
    nonisolated(unsafe) private static let earlier = memory(of: sigaction(), count: signalCount)

    private static func memory<Value>(of value: Value, count: Int) -> UnsafeMutablePointer<Value> {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: count)
        memory.initialize(repeating: value, count: count)
        return memory
    }

    private static let install: Void = {
        // Made here, because a handler must not allocate memory.
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
        for slot in 0..<CrashNote.slotCount {
            if let note = CrashNote.notes[slot] { _ = write(STDERR_FILENO, note, strlen(note)) }
        }
        sigaction(signal, CrashNote.earlier + Int(signal), nil)
        // The other signals happen again at the same instruction. One that was sent, as by kill(2), is lost here.
        if signal == SIGABRT { raise(signal) }
    }
}
