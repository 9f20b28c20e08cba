/// One page of a list, and where the next one begins.
public struct Page<Item: Sendable>: Sendable {
    public let items: [Item]
    /// Give this back to get the following page; nil on the last one.
    public let next: Cursor?

    public init(items: [Item], next: Cursor? = nil) {
        self.items = items
        self.next = next
    }

    public func map<Other: Sendable>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
        Page<Other>(items: try items.map(transform), next: next)
    }
}

extension Page: Encodable where Item: Encodable {}
extension Page: Decodable where Item: Decodable {}
extension Page: Equatable where Item: Equatable {}

/// An opaque, signed place in one list. It means something only to the list that gave it out.
public struct Cursor: Hashable, Sendable, LosslessStringConvertible, Codable {
    public let description: String

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

/// Which page of a list is wanted.
public struct PageRequest: Hashable, Sendable {
    /// How many items at most: 1 to 100.
    public var limit: Int
    /// Where to go on; nil for the first page.
    public var cursor: Cursor?

    public static let defaultLimit = 20
    public static let limits = 1...100

    public init(limit: Int = defaultLimit, cursor: Cursor? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}
