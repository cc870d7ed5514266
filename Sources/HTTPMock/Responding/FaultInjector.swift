/// Decides whether a request fails, and how its response is changed.
///
/// The injector returns nil for a request that is answered as registered.
package typealias FaultInjector = @Sendable (MockRequest) -> (@Sendable (MockResponse) -> MockResponse)?
