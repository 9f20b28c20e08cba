import Foundation

/// The state of a kudos or heart button: the count, and whether the viewer's own is included.
public struct Tally: Sendable, Equatable, Codable {
    public var count: Int
    public var mine: Bool

    public init(count: Int, mine: Bool) {
        self.count = count
        self.mine = mine
    }
}

/// One person's kudos for an item.
public struct Kudos: Sendable, Equatable, Codable {
    public var person: Person
    /// Whether these are big kudos, given with a long press.
    public var big: Bool
    public var createdAt: Date

    public init(person: Person, big: Bool, createdAt: Date) {
        self.person = person
        self.big = big
        self.createdAt = createdAt
    }
}
