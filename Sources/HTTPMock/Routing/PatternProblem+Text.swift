import Foundation

extension PatternProblem: CustomStringConvertible {
    /// The problem and its remedy, as one line.
    var description: String {
        "\(fact). To fix this, \(remedy)."
    }

    private var fact: String {
        switch self {
        case .hostIsEmpty: "the host is empty and matches no request"
        case .hostHasScheme(let host): "the host \(quoted(host)) has a scheme"
        case .hostHasPath(let host): "the host \(quoted(host)) has a path"
        case .hostHasUser(let host): "the host \(quoted(host)) has a user"
        case .hostHasBadPort(let host): "the host \(quoted(host)) has no port from 0 to 65535 after its colon"
        case .addressNeedsBrackets(let host): "the host \(quoted(host)) has more than one colon"
        case .hostHasForbiddenCharacter(let host): "the host \(quoted(host)) has a character that no host has"
        case .starNextToInternationalCharacter(let host):
            "the host \(quoted(host)) has a * in an internationalised label, which is compared in its xn-- form"
        case .pathHasQuery(let path): "the path \(quoted(path)) has a query"
        case .pathHasScheme(let path): "the path \(quoted(path)) has a scheme"
        case .pathHasFragment(let path): "the path \(quoted(path)) has a fragment, which no request sends"
        case .unbalancedBrace(let path):
            "the path \(quoted(path)) has a brace without its counterpart in the same segment"
        case .badParameterName(let path, let name):
            "the path \(quoted(path)) has the parameter name \(quoted(name)), which is not a name"
        case .repeatedParameterName(let path, let name): "the path \(quoted(path)) has the parameter {\(name)} twice"
        case .urlIsNotAbsolute(let text): "\(quoted(text)) is no absolute URL"
        case .urlHasUser(let host): "the URL of the host \(quoted(host)) has a user"
        case .urlHasFragment(let url): "the URL \(quoted(url)) has a fragment, which no request sends"
        }
    }

    private var remedy: String {
        switch self {
        case .hostIsEmpty: #"write a host, or "*" for any host"#
        case .hostHasScheme(let host):
            "write \(hostOnly(host)), and .scheme(…) as a condition if the scheme matters"
        case .hostHasPath(let host): "write \(hostOnly(host)), and the path as the path"
        case .hostHasUser(let host): "write \(hostOnly(host))"
        case .hostHasBadPort: "write a port, or leave out the colon to match any port"
        case .addressNeedsBrackets: "write an IPv6 address in brackets, as in \"[::1]:8080\""
        case .hostHasForbiddenCharacter: "write labels separated by dots, with * and ** as the only wildcards"
        case .starNextToInternationalCharacter: "write the whole label, or * for the whole label"
        case .pathHasQuery(let path):
            "write \(pathOnly(path)) as the path and \(querySource(path)); a literal ? is %3F"
        case .pathHasScheme: "write only the path, and the host as the host; a literal :// is %3A//"
        case .pathHasFragment: "leave out the fragment; a literal # is %23"
        case .unbalancedBrace: "write {name}; a literal brace is %7B or %7D"
        case .badParameterName:
            "write a name of letters, digits, _ and -, or * for a parameter without a name"
        case .repeatedParameterName: "write a different name for each parameter"
        case .urlIsNotAbsolute: "write a scheme and a host, as in \"https://api.example.com/user\""
        case .urlHasUser: "leave out the user, and write .basicAuth(user:password:) as a condition"
        case .urlHasFragment: "leave out the fragment"
        }
    }

    private func quoted(_ text: String) -> String {
        String(reflecting: text)
    }

    /// Returns the host in a text that has more than a host.
    private func hostOnly(_ text: String) -> String {
        var host = text[...]
        if let scheme = host.range(of: "://") {
            host = host[scheme.upperBound...]
        }
        host = host.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if let user = host.lastIndex(of: "@") {
            host = host[host.index(after: user)...]
        }
        return host.isEmpty ? "only the host" : quoted(String(host))
    }

    private func pathOnly(_ text: String) -> String {
        let path = text.prefix { $0 != "?" }
        return quoted(path.isEmpty ? "/" : String(path))
    }

    /// Returns the argument for the query in a text that was given as a path.
    private func querySource(_ text: String) -> String {
        let query = text.drop { $0 != "?" }
        let items = URLComponents(string: String(query))?.queryItems ?? []
        return "query: " + HTTPMock.Query(items).swiftSource
    }
}
