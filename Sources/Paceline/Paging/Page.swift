/// A page of a list and the cursor for the next one.
///
/// ```swift
/// var request = PageRequest(limit: 50)
/// repeat {
///     let page = try await session.feed(FeedQuery(), request)
///     show(page.items)
///     request.cursor = page.next
/// } while request.cursor != nil
/// ```
public struct Page<Item: Sendable>: Sendable {
    /// The items of this page.
    public let items: [Item]
    /// The cursor for the next page; nil on the last page.
    public let next: Cursor?

    public init(items: [Item], next: Cursor? = nil) {
        self.items = items
        self.next = next
    }

    /// A page with each item transformed and the same cursor.
    public func map<Other: Sendable>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
        Page<Other>(items: try items.map(transform), next: next)
    }
}

extension Page: Encodable where Item: Encodable {}
extension Page: Decodable where Item: Decodable {}
extension Page: Equatable where Item: Equatable {}

/// An opaque position in a list. Valid only for the list, filters and viewer it was issued for.
///
/// ```swift
/// let next = try await session.feed(FeedQuery(), PageRequest(cursor: page.next))
/// ```
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

/// A request for one page of a list.
///
/// ```swift
/// let first = try await session.workouts(of: .me, PageRequest(limit: 50))
/// if let cursor = first.next {
///     let second = try await session.workouts(of: .me, PageRequest(limit: 50, cursor: cursor))
/// }
/// ```
public struct PageRequest: Hashable, Sendable {
    /// The maximum number of items: 1 to 100.
    public var limit: Int
    /// The ``Page/next`` of the previous page; nil for the first page.
    public var cursor: Cursor?

    /// The default number of items.
    public static let defaultLimit = 20
    /// The permitted number of items.
    public static let limits = 1...100

    public init(limit: Int = defaultLimit, cursor: Cursor? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}
