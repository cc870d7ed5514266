import Foundation
import TestSupport

/// An intended difference between the native loader and the mock.
struct Deviation: Sendable {
    /// The reason for the difference.
    let reason: String
    let styles: Set<ClientStyle>
    /// The ways that differ.
    let vias: Set<Via>
    /// Changes the native observation to the expected one.
    let change: @Sendable (inout Observation) -> Void

    init(
        _ reason: String, _ styles: [ClientStyle] = ClientStyle.allCases, on vias: Set<Via> = Set(Via.allCases),
        change: @escaping @Sendable (inout Observation) -> Void
    ) {
        self.reason = reason
        self.styles = Set(styles)
        self.vias = vias
        self.change = change
    }
}
