import Foundation

/// Finds the first value of a dictionary that JSON can't represent.
enum NonJSONValue {
    /// Returns the value's path and type, as in `"user.born" is a Date`; nil if there is none.
    static func find(in value: Any, at path: String = "") -> String? {
        switch value {
        case let dictionary as [String: Any]:
            return dictionary.sorted { $0.key < $1.key }.lazy
                .compactMap { find(in: $0.value, at: path.isEmpty ? $0.key : "\(path).\($0.key)") }.first
        case let array as [Any]:
            return array.enumerated().lazy.compactMap { find(in: $0.element, at: "\(path)[\($0.offset)]") }.first
        default:
            guard !JSONSerialization.isValidJSONObject([value]) else { return nil }
            if let number = value as? Double { return "\(path.debugDescription) is \(number)" }
            let type = "\(type(of: value))"
            let article = "AEIOU".contains(type.first ?? " ") ? "an" : "a"
            return "\(path.debugDescription) is \(article) \(type)"
        }
    }
}
