/// The reason why a host or path pattern can't match a request, or is ambiguous.
enum PatternProblem: Error, Hashable, Sendable {
    case hostIsEmpty
    /// `https://api.example.com`
    case hostHasScheme(String)
    /// `api.example.com/v1`
    case hostHasPath(String)
    /// `user@api.example.com`
    case hostHasUser(String)
    /// `api.example.com:http`, `api.example.com:99999`
    case hostHasBadPort(String)
    /// `::1`
    case addressNeedsBrackets(String)
    /// A character that no host can have, as in `a b`, `a?`, `{name}.example.com`, `[::1`.
    case hostHasForbiddenCharacter(String)
    /// `mün*.de`: the characters that the star would match are not a part of the encoded label.
    case starNextToInternationalCharacter(String)

    /// `/search?q=swift`
    case pathHasQuery(String)
    /// `https://api.example.com/v1`
    case pathHasScheme(String)
    /// `/guide#install`
    case pathHasFragment(String)
    /// `/users/{id`, `/users/id}`
    case unbalancedBrace(String)
    /// `/users/{}`, `/users/{*id}`
    case badParameterName(String, name: String)
    /// `/users/{id}/posts/{id}`
    case repeatedParameterName(String, name: String)

    /// `api.example.com/users`, `/users`
    case urlIsNotAbsolute(String)
    /// `https://user:password@api.example.com/`
    case urlHasUser(host: String)
    /// `https://api.example.com/guide#install`
    case urlHasFragment(String)
}
