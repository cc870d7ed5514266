import Foundation

extension Exchange {
    enum Body {
        case here(Data)
        case read(RequestBodyReader.Source)
    }
}
