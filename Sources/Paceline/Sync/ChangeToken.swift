/// An opaque position in one person's change feed.
///
/// ```swift
/// defaults.set(page.next.description, forKey: "changes")
/// let token = defaults.string(forKey: "changes").map { ChangeToken($0) }
/// ```
public struct ChangeToken: Hashable, Sendable, LosslessStringConvertible, Codable {
    public let description: String

    /// How long a token stays valid, in days.
    public static let lifetimeInDays = 90

    public init(_ description: String) {
        self.description = description
    }

    public init(from decoder: any Decoder) throws {
        description = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
