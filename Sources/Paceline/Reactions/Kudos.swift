import Foundation

/// The state of a kudos or heart button: the count, and whether the viewer's own is included.
///
/// ```swift
/// let tally = try await session.giveHeart(to: comment.id)
/// comment.heartCount = tally.count
/// comment.hasHeart = tally.mine
/// ```
public struct Tally: Sendable, Equatable, Codable {
    /// The number of reactions.
    public var count: Int
    /// Whether one of them is the viewer's.
    public var mine: Bool

    public init(count: Int, mine: Bool) {
        self.count = count
        self.mine = mine
    }
}

/// One person's kudos for an item.
///
/// ```swift
/// for kudos in try await session.kudos(of: item.id, PageRequest()).items {
///     print(kudos.person.displayName, kudos.big ? "big" : "")
/// }
/// ```
public struct Kudos: Sendable, Equatable, Codable {
    /// The person who gave them.
    public var person: Person
    /// Whether these are big kudos, given with a long press.
    public var big: Bool
    /// When they were given.
    public var createdAt: Date

    public init(person: Person, big: Bool, createdAt: Date) {
        self.person = person
        self.big = big
        self.createdAt = createdAt
    }
}
