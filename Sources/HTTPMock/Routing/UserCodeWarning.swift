/// Reports a mistake in the user's code of a registration, with the registration's source location.
typealias UserCodeWarning = @Sendable (_ text: String, _ location: CallSite?) -> Void
