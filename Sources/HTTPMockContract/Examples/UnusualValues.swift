import HTTPMock

/// Values that clients often can't read, although a schema allows them.
enum UnusualValues {
    /// The most code points of a long text.
    static let textLimit = 1_000

    /// Returns the numbers to try in the place of a number; the list may have repetitions.
    ///
    /// - Parameters:
    ///   - constraints: The limits.
    ///   - formats: The names of the number's formats, known or not.
    static func numbers(_ constraints: SampleConstraints, _ formats: [String]) -> [String] {
        let isInteger = constraints.types?.contains(.number) == false
        var texts: [String] = []
        for limit in constraints.limits where limit.rule.isOfNumbers && limit.rule != .multipleOf {
            texts.append(limit.number.description)
            guard let bound = Int(limit.number.description) else { continue }
            if limit.rule == .exclusiveMinimum, bound < .max { texts.append("\(bound + 1)") }
            if limit.rule == .exclusiveMaximum, bound > .min { texts.append("\(bound - 1)") }
        }
        texts += NumberSample.atLimits(constraints, isInteger: isInteger).map(\.text)
        texts += ["0", "-1"]
        if let known = formats.compactMap({ bounds[$0] }).first {
            texts += known
        } else if isInteger {
            // 2³¹ is the least positive integer that no `Int32` has; 2⁵³ + 1 is the least that no `Double` has.
            texts += ["2147483648", "9007199254740993"]
        }
        if !isInteger { texts.append("0.5") }
        return texts
    }

    /// Returns a text, repeated to have at least `shortest` code points, and cut to `longest`.
    ///
    /// If `shortest` is more than ``textLimit``, the text may stay shorter than `shortest`.
    static func fitting(_ text: String, shortest: Int, longest: Int) -> String {
        var scalars = Array(text.unicodeScalars)
        while scalars.count < shortest, scalars.count < textLimit { scalars += scalars }
        var fitting = String.UnicodeScalarView()
        fitting.append(contentsOf: scalars.prefix(longest))
        return String(fitting)
    }

    /// The bounds of the formats of integers, the upper one first.
    ///
    /// - SeeAlso: [OpenAPI format registry](https://spec.openapis.org/registry/format/)
    private static let bounds: [String: [String]] = [
        "int8": ["127", "-128"], "uint8": ["255", "0"], "int16": ["32767", "-32768"], "uint16": ["65535", "0"],
        "int32": ["2147483647", "-2147483648"], "uint32": ["4294967295", "0"],
        "int64": ["9223372036854775807", "-9223372036854775808"], "uint64": ["18446744073709551615", "0"],
    ]

    /// Unusual texts of some formats.
    static let texts: [Format: [String]] = [
        .dateTime: [
            "2024-02-29T23:59:59Z", "2024-02-29T23:59:59.123Z", "2024-02-29T23:59:59+05:30",
            "2024-02-29T23:59:59.123456-08:00",
        ],
        .date: ["2024-02-29"],
        .time: ["23:59:59Z", "23:59:59.5+05:30"],
        .uuid: ["C56A4180-65AA-42EC-A945-5FD21DEC0538", "c56a4180-65aa-42ec-a945-5fd21dec0538"],
        .uri: ["https://example.com/a%20b/%C3%A9?q=%2B&r=#top"],
        .uriReference: ["../a%20b?q=%2B#top"],
        .email: ["first.last+tag@example.com"],
        .ipv6: ["2001:db8::1"],
        .byte: ["", "/+8="],
        .int64: ["9223372036854775807"],
    ]
}
