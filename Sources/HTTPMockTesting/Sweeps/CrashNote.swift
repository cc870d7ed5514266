import Foundation
import HTTPMock

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A note that is written to standard error if the process crashes meanwhile.
///
/// The signal handler restores the earlier handler and lets the signal happen again, so that the crash itself stays the
/// same. On most threads, a stack overflow leaves no note, because a handler needs a second stack there.
final class CrashNote: Sendable {
    private let slot: Int?

    /// Begins a note; long texts are cut.
    init(_ text: String) {
        slot = Self.free.withLock { $0.popLast() }
        guard let slot else { return }
        _ = Self.install
        let bytes = Array("HTTPMock: the process crashed in \(text)\n".utf8.prefix(Self.size - 1))
        let memory = Self.memory + slot * Self.size
        for (index, byte) in bytes.enumerated() { memory[index + 1] = byte }
        // The length last, because a signal handler may read the slot at any moment.
        memory[0] = UInt8(bytes.count)
    }

    func end() {
        guard let slot else { return }
        (Self.memory + slot * Self.size)[0] = 0
        Self.free.withLock { $0.append(slot) }
    }

    /// The bytes of a slot: the length of the text, then the text.
    private static let size = 256
    private static let count = 16
    /// The slots that no note uses; a note beyond the last one is not kept.
    private static let free = Locked(Array(0..<count))
    // Written by the owner of a slot only, and read by the signal handler, which takes no lock.
    nonisolated(unsafe) private static let memory: UnsafeMutablePointer<UInt8> = {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: size * count)
        memory.initialize(repeating: 0, count: size * count)
        return memory
    }()
    /// The earlier handlers by signal number; written once, before the handler can run.
    nonisolated(unsafe) private static let earlier: UnsafeMutablePointer<sigaction> = {
        let memory = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
        memory.initialize(repeating: sigaction(), count: 64)
        return memory
    }()

    private static let install: Void = {
        _ = memory
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

    /// Writes the notes, then lets the signal happen again with the earlier handler.
    private static let handle: @convention(c) (Int32) -> Void = { signal in
        for slot in 0..<CrashNote.count {
            let note = CrashNote.memory + slot * CrashNote.size
            if note[0] > 0 { _ = write(STDERR_FILENO, note + 1, Int(note[0])) }
        }
        sigaction(signal, CrashNote.earlier + Int(signal), nil)
        if signal == SIGABRT { raise(signal) }
    }
}
