import Foundation
import HTTPMock

/// Runs programs to their end.
///
/// Foundation's `Process` is not used, because on Linux it reads beyond the names of the open descriptors that it
/// lists, and sometimes crashes.
public enum Subprocess {
    /// The number of processes above this one that tests have started, in the environment.
    private static let depthVariable = "HTTPMOCK_SUBPROCESS_DEPTH"

    /// Runs a program and waits for it, on a thread of its own.
    ///
    /// A program that runs for longer than its time is killed. A test that runs in a process of a test may start one
    /// more process. A program that runs all tests by mistake therefore does not start itself without end.
    ///
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - arguments: The arguments, without the program's name.
    ///   - environment: The environment.
    ///   - seconds: The real time after which the program is killed.
    /// - Returns: The exit status, or the negated signal that ended the program, and the text of both outputs.
    public static func run(
        _ program: String, _ arguments: [String], environment: [String: String], killedAfter seconds: Double = 600
    ) async -> (status: Int32, text: String) {
        let depth = ProcessInfo.processInfo.environment[depthVariable].flatMap(Int.init) ?? 0
        guard depth < 2 else { return (-1, "a process of a test started a process that started another one") }
        let environment = environment.merging([depthVariable: "\(depth + 1)"]) { $1 }
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: runAndWait(program, arguments, environment, seconds))
            }
        }
    }

    private static func runAndWait(
        _ program: String, _ arguments: [String], _ environment: [String: String], _ seconds: Double
    ) -> (status: Int32, text: String) {
        let output = Posix.makePipe()
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: Int32 in 1...2 { posix_spawn_file_actions_adddup2(&actions, output.writing, descriptor) }
        // The program must not inherit the sockets of other tests. A descriptor that is not open is no error.
        for descriptor: Int32 in 3..<4096 { posix_spawn_file_actions_addclose(&actions, descriptor) }

        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, program, &actions, nil, &words, &variables)
        close(output.writing)
        let reader = FileHandle(fileDescriptor: output.reading, closeOnDealloc: true)
        guard code == 0 else { return (code, String(cString: strerror(code))) }
        let id = process
        // The number belongs to the process until it is awaited, and then perhaps to another one.
        let isAwaited = Locked(false)
        let killer = DispatchWorkItem {
            isAwaited.withLock { isAwaited in
                if !isAwaited { kill(id, SIGKILL) }
            }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: killer)
        let text = String(decoding: reader.readDataToEndOfFile(), as: UTF8.self)
        // The outputs may have ended before, because a shell can send them to files.
        var end = siginfo_t()
        while waitid(P_PID, id_t(id), &end, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        isAwaited.withLock { $0 = true }
        killer.cancel()
        var status: Int32 = 0
        while waitpid(id, &status, 0) == -1, errno == EINTR {}
        let signal = status & 0x7f
        return (signal == 0 ? (status >> 8) & 0xff : -signal, text)
    }
}
