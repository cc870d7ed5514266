import HTTPMock

/// A custom scalar whose name or specification tells the form of its values.
struct KnownScalar {
    private enum Kind {
        case text(Format)
        case integer
        case number
        case anything
    }

    private let kind: Kind
    /// A value, for generated answers.
    let sample: JSONValue
    /// The expectation, for messages.
    let expectation: String

    private init(_ kind: Kind, _ expectation: String, _ sample: JSONValue) {
        self.kind = kind
        self.expectation = expectation
        self.sample = sample
    }

    /// Finds the scalar by its name, whatever the letter case, or else by the URL of its specification.
    ///
    /// - Returns: nil for other scalars.
    init?(_ type: NamedType) {
        guard type.kind == .scalar else { return nil }
        let specified = type.specifiedBy.flatMap { Self.name(specifiedBy: $0) }.flatMap { Self.known[$0] }
        guard let known = Self.known[type.name.lowercased()] ?? specified else { return nil }
        self = known
    }

    /// Returns the name of the scalar that a specification describes; nil for an unknown specification.
    ///
    /// RFC 3339 is unknown, because dates, times and both together refer to it.
    private static func name(specifiedBy url: String) -> String? {
        let reference = URIReference(url)
        let page = reference.path.split(separator: "/").last?.split(separator: ".").first?.lowercased() ?? ""
        let namesOfRFCs = ["rfc3986": "uri", "rfc4122": "uuid", "rfc9562": "uuid", "rfc8259": "json"]
        if let name = namesOfRFCs[page] { return name }
        // Catalogues of scalars name a page after its scalar: `date-time`.
        let catalogues = ["scalars.graphql.org", "graphql-scalars.com", "www.graphql-scalars.com"]
        guard let host = reference.hostAndPort?.host, catalogues.contains(host) else { return nil }
        return page == "local-date" ? "date" : page.filter { $0 != "-" }
    }

    /// Returns whether a value is one of the scalar.
    func matches(_ value: JSONValue) -> Bool {
        switch kind {
        case .text(let format):
            guard case .string = value else { return false }
            return format.matches(value)
        case .integer:
            // Many services write large numbers as strings.
            if case .string(let text) = value { return Self.isInteger(text) }
            guard case .number(let number) = value else { return false }
            return number.isInteger
        case .number:
            if case .string(let text) = value { return Self.isNumber(text) }
            guard case .number = value else { return false }
            return true
        case .anything: return true
        }
    }

    /// Returns whether a text is an integer of any size.
    private static func isInteger(_ text: String) -> Bool {
        let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
        return !digits.isEmpty && digits.utf8.allSatisfy(\.isASCIIDigit)
    }

    /// Returns whether a text is a decimal number; unlike in Swift, `nan`, `inf` and `0x1p3` are none.
    private static func isNumber(_ text: String) -> Bool {
        let isDecimal = text.utf8.allSatisfy { $0.isASCIIDigit || "+-.eE".utf8.contains($0) }
        return isDecimal && Double(text) != nil
    }

    /// Returns a value with a number in it, for an ID; the sample if the scalar is neither an integer nor a UUID.
    func sample(_ number: Int) -> JSONValue {
        switch kind {
        case .integer: return .number(JSONNumber(number))
        case .text(.uuid):
            let lastGroupLength = 12
            let digits = String("\(max(0, number))".suffix(lastGroupLength))
            let zeros = String(repeating: "0", count: lastGroupLength - digits.count)
            return .string("00000000-0000-4000-8000-\(zeros)\(digits)")
        default: return sample
        }
    }

    private static let known: [String: KnownScalar] = {
        let date = KnownScalar(.text(.date), "a date", .string("2026-01-31"))
        let time = KnownScalar(.text(.time), "a time", .string("12:00:00Z"))
        let dateTime = KnownScalar(.text(.dateTime), "a date and time", .string("2026-01-31T12:00:00Z"))
        let url = KnownScalar(.text(.uri), "a URL", .string("https://example.com/"))
        let uuid = KnownScalar(.text(.uuid), "a UUID", .string("00000000-0000-4000-8000-000000000001"))
        let email = KnownScalar(.text(.email), "an email address", .string("someone@example.com"))
        let integer = KnownScalar(.integer, "an integer", .number(JSONNumber(1)))
        let number = KnownScalar(.number, "a number", .number(JSONNumber(1.5)))
        let duration = KnownScalar(.text(.duration), "a duration", .string("PT1H"))
        let json = KnownScalar(.anything, "JSON", .object([:]))
        return [
            "date": date, "time": time, "datetime": dateTime, "timestamptz": dateTime, "gittimestamp": dateTime,
            "iso8601datetime": dateTime, "awsdatetime": dateTime, "awsdate": date, "awstime": time, "url": url,
            "uri": url, "awsurl": url, "uuid": uuid, "email": email, "emailaddress": email, "awsemail": email,
            "long": integer, "bigint": integer, "awstimestamp": integer, "decimal": number, "bigdecimal": number,
            "duration": duration, "json": json, "jsonobject": json,
            "awsjson": KnownScalar(.anything, "JSON", .string("{}")),
        ]
    }()
}
