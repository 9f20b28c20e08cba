import Foundation

/// How many, and whether one is mine: what a button shows.
public struct Tally: Sendable, Equatable, Codable {
    public var count: Int
    public var mine: Bool

    public init(count: Int, mine: Bool) {
        self.count = count
        self.mine = mine
    }
}

/// Kudos that somebody gave.
public struct Kudos: Sendable, Equatable, Codable {
    public var person: Person
    /// Given by a long press.
    public var big: Bool
    public var createdAt: Date

    public init(person: Person, big: Bool, createdAt: Date) {
        self.person = person
        self.big = big
        self.createdAt = createdAt
    }
}
