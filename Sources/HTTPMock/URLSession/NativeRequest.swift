import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// The rules of the native loaders for a request, which both transports follow.

extension URLRequest {
    /// Returns whether the native loader adds the media type of a form.
    ///
    /// See FoundationOnLinux.md, "Fields of a request". Apple's loader does the same.
    func isForm(isUpload: Bool) -> Bool {
        httpMethod == "POST" && !isUpload && value(forHTTPHeaderField: "Content-Type") == nil
            && (httpBody?.isEmpty == false || httpBodyStream != nil)
    }
}

extension MockRequest {
    /// Rejects a GET with a body, as the native loader does.
    ///
    /// See FoundationOnLinux.md, "Errors of the native loader".
    ///
    /// - Throws: `URLError.dataLengthExceedsMaximum`.
    /// - SeeAlso: [iOS 13 Release Notes](https://developer.apple.com/documentation/ios-ipados-release-notes/ios-13-release-notes)
    func checkBody() throws {
        guard content.count == 0 || method != .get else { throw URLError(.dataLengthExceedsMaximum) }
    }
}
