import Foundation
import TestSupport

/// An error of Swift, whose type may be lost on the way to the client.
struct ProbeError: Error {}
