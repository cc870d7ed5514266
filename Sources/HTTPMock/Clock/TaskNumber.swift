import Foundation

/// The numbers that the Swift runtime gives to tasks, in the order of their creation.
///
/// The runtime has numbered tasks since Swift 5.7, but declares the function in no module.
enum TaskNumber {
    /// The number of the current task; nil outside any task.
    static var current: UInt64? {
        withUnsafeCurrentTask { task in task.flatMap { number?(unsafeBitCast($0, to: UnsafeRawPointer.self)) } }
    }

    /// A number that is greater than those of all tasks so far; 0 if the runtime does not number tasks.
    static var next: UInt64 {
        let task = Task.detached {}
        return withExtendedLifetime(task) { number?(unsafeBitCast(task, to: UnsafeRawPointer.self)) ?? 0 }
    }

    /// Returns the number of the task at an address; nil if the runtime does not have the function.
    private static let number: (@convention(c) (UnsafeRawPointer) -> UInt64)? =
        dlsym(dlopen(nil, RTLD_NOW), "swift_task_getJobTaskId").map {
            unsafeBitCast($0, to: (@convention(c) (UnsafeRawPointer) -> UInt64).self)
        }
}
