import Paceline

/// One thing that somebody can know of a world, and that a live stream keeps them informed of.
struct Fact: Hashable, Sendable {
    /// When a stream has to tell of its change.
    enum Guarantee: Hashable, Sendable {
        case always
        /// Unless it changed because people parted or turned to each other.
        case whileRelationshipsHold
        /// A reader who is shown an item loads what is under it.
        case withinKnownItem
        /// While it is there for the viewer, before and after.
        case whileVisible
        /// Unless it changed by a block.
        case unlessBlocked
    }

    let name: String
    let guarantee: Guarantee
    /// The item that this is about.
    var item: FeedItem.ID?
    /// Whether a person's action makes it, and that person may come to be hidden.
    var isReaction = false

    static func item(_ item: FeedItem.ID) -> Fact {
        Fact(name: "item \(item)", guarantee: .whileRelationshipsHold, item: item)
    }

    /// Whether this is the item that the other is about.
    func isItem(of other: Fact) -> Bool { other.item.map { self == .item($0) } ?? false }
}

/// What is known, in words that are the same when it is the same.
typealias Facts = [Fact: String]

extension Facts {
    /// What is not the same in both.
    func differences(from other: Facts) -> Set<Fact> {
        Set(keys).union(other.keys).filter { self[$0] != other[$0] }
    }

    /// Takes in what a stream tells.
    mutating func apply(_ content: LiveEvent.Content, loading now: Facts) {
        for part in RandomWorld.parts { part.apply(content, in: &self, loading: now) }
    }

    mutating func load(_ fact: Fact, from now: Facts) { self[fact] = now[fact] }
}
