/// Collects the responses of
/// ``HTTPMock/addResponses(forPath:host:method:query:matching:priority:when:fileID:filePath:line:column:responses:)``.
@resultBuilder
public enum ResponseBuilder: RegistrationBuilder {
    /// A response.
    @_documentation(visibility: internal)
    public typealias Element = MockResponse
}
