import Paceline

/// A fact about a world that a person can know, and that an event stream keeps up to date.
struct Fact: Hashable, Sendable {
    /// When a stream guarantees to deliver a change of the fact.
    enum Guarantee: Hashable, Sendable {
        case always
        /// Unless a relationship or privacy setting changed.
        case whileRelationshipsHold
        /// Only while the item itself is known: a reader who receives an item loads its reactions.
        case withinKnownItem
        /// Only while it is visible to the viewer, before and after.
        case whileVisible
        /// Unless a block changed it.
        case unlessBlocked
    }

    let name: String
    let guarantee: Guarantee
    /// The item that the fact is about.
    var item: FeedItem.ID?
    /// Whether the fact comes from an action of a person who may become hidden.
    var isReaction = false

    static func item(_ item: FeedItem.ID) -> Fact {
        Fact(name: "item \(item)", guarantee: .whileRelationshipsHold, item: item)
    }

    /// Whether this is the fact about the other fact's item.
    func isItem(of other: Fact) -> Bool { other.item.map { self == .item($0) } ?? false }
}

/// Known facts, each as a string that changes when the fact does.
typealias Facts = [Fact: String]

extension Facts {
    /// The facts that differ.
    func differences(from other: Facts) -> Set<Fact> {
        Set(keys).union(other.keys).filter { self[$0] != other[$0] }
    }

    /// Applies an event of the stream.
    mutating func apply(_ content: LiveEvent.Content, loading now: Facts) {
        for part in RandomWorld.parts { part.apply(content, in: &self, loading: now) }
    }

    mutating func load(_ fact: Fact, from now: Facts) { self[fact] = now[fact] }
}
