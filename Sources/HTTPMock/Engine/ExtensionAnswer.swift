import Foundation

/// The answer of an ``EngineExtension`` to a request that no registration answers.
package enum ExtensionAnswer: Sendable {
    /// The response that is served.
    case response(RegisteredResponse)
    /// The real network answers.
    ///
    /// The records of the request and of its redirects have the mark as ``RecordedRequest/mark``, with whole bodies.
    /// The engine releases the mark after the last of them.
    case passthrough(mark: any AnyObject & Sendable)
    /// No response; the lines give the reasons, and some of them may give a fix.
    case nothing([String])
}
