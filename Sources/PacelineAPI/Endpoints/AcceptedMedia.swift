import Foundation

/// The media types that a client accepts, from its `Accept` header (RFC 9110, 12.5.1).
public struct AcceptedMedia: Sendable, Equatable {
    fileprivate struct Range: Equatable {
        /// `image/png`, `image/*` or `*/*`.
        let type: String
        /// 0 to 1; a type with 0 is not acceptable.
        let weight: Double
    }

    private let ranges: [Range]

    /// - Parameter header: the header's value; nil accepts any type.
    public init(_ header: String?) {
        ranges = (header ?? "*/*").split(separator: ",").map { Range($0) }
    }

    /// Returns the type that the client prefers; on a tie, or if it accepts none of them, the first.
    /// - Parameter types: at least one media type, without parameters.
    public func best(of types: [String]) -> String {
        types.reduce(types[0]) { best, type in weight(of: type) > weight(of: best) ? type : best }
    }

    private func weight(of type: String) -> Double {
        let family = type.prefix { $0 != "/" } + "/*"
        let exact = ranges.first { $0.type == type } ?? ranges.first { $0.type == family }
        return (exact ?? ranges.first { $0.type == "*/*" })?.weight ?? 0
    }
}

extension AcceptedMedia.Range {
    /// Parses `text/html;level=1;q=0.5`. Ignores all parameters except the weight.
    fileprivate init(_ text: Substring) {
        let parts = text.lowercased().split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        type = parts.first ?? ""
        let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
        self.weight = min(max(weight ?? 1, 0), 1)
    }
}
