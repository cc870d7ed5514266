import Foundation
import TestSupport
import Testing

@Suite(.bounded) struct ProcessResourcesTests {
    @Test func countersAreThereWhereProcIs() {
        let isThere = FileManager.default.fileExists(atPath: "/proc/self/statm")
        #expect((ProcessResources.openFileDescriptors.map { $0 > 2 } ?? false) == isThere)
        #expect((ProcessResources.threads.map { $0 > 0 } ?? false) == isThere)
        #expect((ProcessResources.residentBytes.map { $0 > 1_000_000 } ?? false) == isThere)
    }
}
