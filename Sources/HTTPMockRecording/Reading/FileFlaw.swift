/// The reason why a whole file can't be read.
struct FileFlaw: Error {
    let reason: String
    /// The end of the sentence that begins with "To fix this".
    let fix: String

    init(_ reason: String, fix: String = "restore the file, or delete it and record it again") {
        self.reason = reason
        self.fix = fix
    }
}
