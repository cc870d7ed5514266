import Foundation

/// A JSON value whose members keep the order in which they were given.
///
/// The text is for people who read the changes of a file. Each level is indented by two spaces, and ``line(_:)`` writes
/// a short object on one line.
package indirect enum OrderedJSON: Sendable, Hashable {
    /// A value without indentation.
    case value(JSONValue)
    case array([OrderedJSON])
    /// Numbers on one line.
    case row([Int])
    case object(Members)
    /// An object on one line.
    case line(Members)

    /// The members of an object; a member without a value is left out.
    package struct Members: Sendable, Hashable, ExpressibleByDictionaryLiteral {
        fileprivate private(set) var all: [Member]

        package init(dictionaryLiteral members: (String, OrderedJSON?)...) {
            all = members.compactMap { name, value in value.map { Member(name: name, value: $0) } }
        }

        /// Returns these members, and then others.
        func adding(_ others: Members) -> Members {
            var members = self
            members.all += others.all
            return members
        }
    }

    /// A member of an object, or an element of an array, which has no name.
    fileprivate struct Member: Sendable, Hashable {
        let name: String?
        let value: OrderedJSON
    }

    package static func string(_ text: String) -> OrderedJSON {
        .value(.string(text))
    }
    package static func integer(_ number: Int) -> OrderedJSON {
        .value(.number(JSONNumber(number)))
    }
    package static func number(_ number: Double) -> OrderedJSON {
        .value(.number(JSONNumber(number)))
    }
    static func bool(_ value: Bool) -> OrderedJSON { .value(.bool(value)) }
    static func fields(_ fields: [HARField]) -> OrderedJSON {
        .array(fields.map { .line(["name": .string($0.name), "value": .string($0.value)]) })
    }

    /// The value as a JSON text in UTF-8.
    ///
    /// The text has no line break at its end, so that a file that was cut off is never a whole document.
    package var data: Data { data(indentation: 0) }

    /// Returns the value as a JSON text in UTF-8, as a part of another text.
    ///
    /// - Parameter indentation: The number of spaces before each line but the first.
    package func data(indentation: Int) -> Data {
        var bytes: [UInt8] = []
        write(to: &bytes, lineBreak: "\n" + String(repeating: " ", count: indentation))
        return Data(bytes)
    }

    /// Appends the value to a text.
    ///
    /// - Parameter lineBreak: A line feed, and the white space before the line of the value.
    private func write(to bytes: inout [UInt8], lineBreak: String) {
        let innerBreak = "\(lineBreak)  "
        switch self {
        case .value(let value): bytes += value.text.utf8
        case .row(let numbers): bytes += "[\(numbers.map(String.init).joined(separator: ", "))]".utf8
        case .line(let members): Self.append(members.all, in: ("{", "}"), before: " ", end: " ", to: &bytes)
        case .object(let members):
            Self.append(members.all, in: ("{", "}"), before: innerBreak, end: lineBreak, to: &bytes)
        case .array(let elements):
            let members = elements.map { Member(name: nil, value: $0) }
            Self.append(members, in: ("[", "]"), before: innerBreak, end: lineBreak, to: &bytes)
        }
    }

    /// Appends members in brackets.
    ///
    /// - Parameters:
    ///   - space: The white space before each member, and before each line of the members' values.
    ///   - end: The white space before the closing bracket, which is left out without members.
    private static func append(
        _ members: [Member], in brackets: (open: String, close: String), before space: String, end: String,
        to bytes: inout [UInt8]
    ) {
        bytes += brackets.open.utf8
        for (index, member) in members.enumerated() {
            if index > 0 { bytes += ",".utf8 }
            bytes += space.utf8
            if let name = member.name { bytes += "\(JSONValue.string(name).text): ".utf8 }
            member.value.write(to: &bytes, lineBreak: space)
        }
        if !members.isEmpty { bytes += end.utf8 }
        bytes += brackets.close.utf8
    }
}
