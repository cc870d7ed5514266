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

    /// Returns the request of a redirect without the fields that the client did not set, as a delegate gets it.
    func without(_ addedFields: [String: String]) -> URLRequest {
        var request = self
        for (name, value) in addedFields where self.value(forHTTPHeaderField: name) == value {
            request.setValue(nil, forHTTPHeaderField: name)
        }
        return request
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
