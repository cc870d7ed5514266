import Foundation

/// The descriptors of standard input, output and error, without which a process may be started.
enum StandardDescriptors {
    /// Opens those that are missing, so that their use fails, and no other file gets their numbers.
    static func openMissing() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // Opened for the wrong direction, so that each read or write fails; the number is the lowest free one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
