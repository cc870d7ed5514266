import Foundation

extension PatternProblem: CustomStringConvertible {
    /// What is wrong with the pattern, then what to write instead, as one line.
    var description: String {
        switch self {
        case .hostIsEmpty:
            #"the host is empty and matches no request: write a host, or "*" for any"#
        case .hostHasScheme(let host):
            "the host \(quoted(host)) has a scheme: write \(hostAlone(host)), and .scheme(…) as a condition if it matters"
        case .hostHasPath(let host):
            "the host \(quoted(host)) has a path: write \(hostAlone(host)), and the path as the path"
        case .hostHasUser(let host):
            "the host \(quoted(host)) has a user: write \(hostAlone(host))"
        case .hostHasBadPort(let host):
            "the host \(quoted(host)) has no port from 0 to 65535 after its colon: write one, or leave the colon out "
                + "to take any port"
        case .addressNeedsBrackets(let host):
            "the host \(quoted(host)) has more than one colon: write an IPv6 address in brackets, as in \"[::1]:8080\""
        case .hostHasForbiddenCharacter(let host):
            "the host \(quoted(host)) has a character that no host has: write labels separated by dots, "
                + "with * and ** as the only wildcards"
        case .starBesideInternationalCharacter(let host):
            "the host \(quoted(host)) has a star in an internationalised label, which is compared in its xn-- form: "
                + "write that label out, or a star for the whole label"
        case .pathHasQuery(let path):
            "the path \(quoted(path)) has a query: write \(pathAlone(path)) as the path and \(querySource(path)); "
                + "a literal ? is %3F"
        case .pathHasScheme(let path):
            "the path \(quoted(path)) has a scheme: write the path alone, and the host as the host; "
                + "a literal :// is %3A//"
        case .pathHasFragment(let path):
            "the path \(quoted(path)) has a fragment, which no request sends: leave it out; a literal # is %23"
        case .unbalancedBrace(let path):
            "the path \(quoted(path)) has a brace without its other one in the same segment: write {name}; "
                + "a literal brace is %7B or %7D"
        case .badParameterName(let path, let name):
            "the path \(quoted(path)) has the parameter name \(quoted(name)): write one of letters, digits, _ and -, "
                + "or * for a parameter without a name"
        case .repeatedParameterName(let path, let name):
            "the path \(quoted(path)) has the parameter {\(name)} twice: give each a name of its own"
        case .urlIsNotAbsolute(let text):
            "\(quoted(text)) is no absolute URL: write a scheme and a host, as in \"https://api.example.com/user\""
        case .urlHasUser(let host):
            "the URL of the host \(quoted(host)) has a user: leave the user out, and write "
                + ".basicAuth(user:password:) as a condition"
        case .urlHasFragment(let url):
            "the URL \(quoted(url)) has a fragment, which no request sends: leave the fragment out"
        }
    }

    private func quoted(_ text: String) -> String {
        String(reflecting: text)
    }

    /// The host in what was given for one, without scheme, user and path.
    private func hostAlone(_ text: String) -> String {
        var host = text[...]
        if let scheme = host.range(of: "://") {
            host = host[scheme.upperBound...]
        }
        host = host.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if let user = host.lastIndex(of: "@") {
            host = host[host.index(after: user)...]
        }
        return host.isEmpty ? "the host alone" : quoted(String(host))
    }

    private func pathAlone(_ text: String) -> String {
        let path = text.prefix { $0 != "?" }
        return quoted(path.isEmpty ? "/" : String(path))
    }

    /// The query in what was given for a path, as the argument that takes it.
    private func querySource(_ text: String) -> String {
        let query = text.drop { $0 != "?" }
        let items = URLComponents(string: String(query))?.queryItems ?? []
        return "query: " + HTTPMock.Query(items).swiftSource
    }
}
