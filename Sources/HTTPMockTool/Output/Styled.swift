import Foundation
import HTTPMock

/// A part of a line, with its style on a terminal.
struct Styled: Sendable {
    enum Style: Sendable {
        case plain, dim, bold, good, notice, bad

        /// The parameter of the escape sequence that a terminal shows the style by; nil for none.
        var code: String? {
            switch self {
            case .plain: nil
            case .dim: "2"
            case .bold: "1"
            case .good: "32"
            case .notice: "33"
            case .bad: "31"
            }
        }
    }

    let text: String
    let style: Style

    init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }
}
