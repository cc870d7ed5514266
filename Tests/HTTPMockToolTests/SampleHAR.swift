import Foundation

/// Recordings for the tests of the tool.
enum SampleHAR {
    /// A document of entries that are given as JSON.
    static func document(_ entries: String...) -> String {
        #"{"log":{"version":"1.2","creator":{"name":"t","version":"1"},"entries":[\#(entries.joined(separator: ","))]}}"#
    }

    /// An entry as JSON.
    static func entry(
        _ method: String = "GET", _ url: String = "https://api.example.com/user", status: Int = 200,
        body: String = #"{"id":7}"#, type: String = "application/json", more: String = ""
    ) -> String {
        let text = String(decoding: (try? JSONEncoder().encode(body)) ?? Data(), as: UTF8.self)
        return """
            {"startedDateTime":"2026-03-01T09:00:00.000Z","time":3,"request":{"method":"\(method)","url":"\(url)",\
            "headers":[]},"response":{"status":\(status),"headers":[{"name":"Content-Type","value":"\(type)"}],\
            "content":{"size":\(body.utf8.count),"mimeType":"\(type)","text":\(text)}},\
            "timings":{"wait":2,"receive":1}\(more)}
            """
    }

    /// An entry whose body was not exported, so that it can't be played.
    static let unplayable = """
        {"startedDateTime":"2026-03-01T09:00:01.000Z","request":{"method":"GET","url":"https://api.example.com/big"},\
        "response":{"status":200,"content":{"size":1234,"mimeType":"text/html"}}}
        """

    /// An entry with a token in its request, and members that no program knows.
    static let secret = """
        {"startedDateTime":"2026-03-01T09:00:02.000Z","_own" : [1,  2],"request":{"method":"GET",\
        "url":"https://api.example.com/me?access_token=planted-secret-1","headers":[{"name":"Authorization",\
        "value":"Bearer planted-secret-2"}]},"response":{"status":204,"content":{"size":0}}}
        """
}
