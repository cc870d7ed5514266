import Foundation

/// The network's response, collected for the user's closure that answers instead.
struct CollectedResponse {
    let answering: UserOwned<PassthroughChanges.Answering>
    /// The registered response that has the closure.
    let served: ServedResponse
    var head: ResponseHead?
    var body = Data()
}
