import Foundation
import HTTPMock

/// Reads texts as the JSON values that their schemas describe.
///
/// A text such as `7` is a number where the schema allows a number, and a string elsewhere.
struct TextReader {
    let validator: SchemaValidator

    /// Returns the value of a parameter; null if no schema allows a shape that its texts have.
    func value(of text: ParameterText, _ schemas: [Int]) -> JSONValue {
        best(of: ([text] + text.others).flatMap { candidates(for: $0, schemas) }, schemas) ?? .null
    }

    private func candidates(for text: ParameterText, _ schemas: [Int]) -> [JSONValue] {
        if let nested = text.nested {
            return [FormReader(validator: validator).value(of: nested.fields, inside: nested.name, schemas)]
        }
        let shape = validator.shapes.shape(of: schemas)
        let types = shape.types ?? []
        var candidates: [JSONValue] = []
        if types.contains(.array) {
            candidates.append(
                .array(
                    text.elements.enumerated().map { index, element in
                        value(of: element.decoded, shape.schemas(ofElement: index))
                    }))
        }
        if types.contains(.object) {
            let members = text.members.map { member in
                (member.name, value(of: member.text.decoded, shape.schemas(ofMember: member.name) ?? []))
            }
            candidates.append(.object(JSONObject(members)))
        }
        let mayBeSingle = types.isEmpty || !types.isSubset(of: [.array, .object])
        if mayBeSingle, let single = text.single {
            candidates.append(value(of: single.decoded, schemas))
        }
        return candidates
    }

    /// Returns the value of a text that is neither an array nor an object.
    func value(of text: String, _ schemas: [Int]) -> JSONValue {
        let allowed = validator.shapes.shape(of: schemas).types ?? [.number, .boolean, .null, .string]
        var candidates: [JSONValue] = []
        if let parsed = try? JSONValue(parsing: Data(text.utf8)) {
            switch parsed {
            case .number where allowed.contains(.number) || allowed.contains(.integer): candidates.append(parsed)
            case .bool where allowed.contains(.boolean): candidates.append(parsed)
            case .null where allowed.contains(.null): candidates.append(parsed)
            default: break
            }
        }
        let isNullRatherThanString = allowed.contains(.null) && !allowed.contains(.string)
        if text.isEmpty, isNullRatherThanString { candidates.append(.null) }
        candidates.append(.string(text))
        return best(of: candidates, schemas) ?? .string(text)
    }

    /// Returns the first candidate that is valid, or else the first candidate.
    private func best(of candidates: [JSONValue], _ schemas: [Int]) -> JSONValue? {
        guard candidates.count > 1 else { return candidates.first }
        return candidates.first { candidate in
            // One direction serves for responses too, because the caller checks the chosen value again.
            schemas.allSatisfy { validator.violations(of: candidate, against: $0, direction: .request).isEmpty }
        } ?? candidates.first
    }
}
