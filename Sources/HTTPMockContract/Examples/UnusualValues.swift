/// Values that clients often can't read, although a format allows them.
enum UnusualValues {
    /// The bounds of the formats of integers.
    ///
    /// - SeeAlso: [OpenAPI format registry](https://spec.openapis.org/registry/format/)
    static let bounds: [String: (lower: String, upper: String)] = [
        "int8": ("-128", "127"), "uint8": ("0", "255"), "int16": ("-32768", "32767"), "uint16": ("0", "65535"),
        "int32": ("-2147483648", "2147483647"), "uint32": ("0", "4294967295"),
        "int64": ("-9223372036854775808", "9223372036854775807"), "uint64": ("0", "18446744073709551615"),
    ]

    /// Unusual texts of a format.
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
