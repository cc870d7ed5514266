import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct GraphQLOperationTests {
    @Test(arguments: [
        ("query Me { me { id } }", "Me"), ("mutation SignIn($a: String!) { x }", "SignIn"),
        ("subscription On{x}", "On"), ("query\tMe\n@live { x }", "Me"), ("query,Me{x}", "Me"),
        ("{ me }", nil), ("query { me }", nil), ("query($id: ID!) { user(id: $id) }", nil), ("", nil), ("query", nil),
        ("{ query mutation }", nil), ("query ($query: Q = {query: query}) { query x }", nil),
        ("# query Comment\nquery Me { x }", "Me"), ("# query Comment\r\nquery Me { x }", "Me"),
        ("# query Comment\rquery Me { x }", "Me"), ("fragment F on User { query name } query Me { ...F }", "Me"),
        (#"{ a(text: "} query Not") } query Me { x }"#, "Me"), (#"{ a(text: "\"} query Not") } query Me { x }"#, "Me"),
        (#"{ a(text: """ " } query Not \""" } """) } query Me { x }"#, "Me"), (#"{ a(t: "") } query Me { x }"#, "Me"),
        (#"{ a(t: """\"""" """) } query Me { x }"#, "Me"), (#"{ a(t: """\\""" """) } query Me { x }"#, "Me"),
        ("\u{FEFF}query Me { x }", "Me"), ("query Größe { x }", "Gr"),
    ])
    func firstNamedOperationIsFound(document: String, name: String?) {
        #expect(GraphQLOperation.firstName(in: document) == name)
    }
}
