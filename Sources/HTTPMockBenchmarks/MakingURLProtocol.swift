import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A protocol that makes a response for each request, like a mock without stored responses.
final class MakingURLProtocol: MinimalURLProtocol {
    override class var answer: Answer { Answer.short.remade }
}
