import Testing
@testable import HTTPMock
