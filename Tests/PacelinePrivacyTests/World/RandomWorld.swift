import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

/// A small community made at random through the services, and a plain account of what was done in it.
///
/// The account is kept with sets and loops, without SQL, so that what the engine shows can be held against it. Each
/// feature keeps its own, in its ``WorldPart``.
struct RandomWorld: Sendable {
    let seed: UInt64
    let database: any Database
    let engine: Engine
    var people: [Participant] = []
    private var accounts: [ObjectIdentifier: any WorldPart] = [:]

    /// A feature that is listed here takes part in every world.
    static let parts: [any WorldPart.Type] = [
        GraphPart.self, PeoplePart.self, WorkoutPart.self, ReactionPart.self, ScorePart.self, GroupPart.self,
        FeedPart.self, NotificationPart.self, ChangePart.self, LivePart.self,
    ]

    static let steps = parts.flatMap { $0.steps }
    static let now = Date(timeIntervalSince1970: 1_790_000_000)

    init(seed: UInt64, database: any Database, engine: Engine) {
        self.seed = seed
        self.database = database
        self.engine = engine
    }

    struct Participant: Sendable {
        let id: Person.ID
        let username: String
        var privacyLevel: PrivacyLevel
        var isChild: Bool
        /// Whether they want to be shown on leaderboards.
        var isShown: Bool
    }

    /// Two people by their numbers, in this order.
    struct Pair: Hashable, Sendable {
        let from: Int
        let to: Int
    }

    /// What a feature has kept of this world.
    subscript<Part: WorldPart>(_: Part.Type) -> Part {
        get { accounts[ObjectIdentifier(Part.self)] as? Part ?? Part() }
        set { accounts[ObjectIdentifier(Part.self)] = newValue }
    }
}

extension RandomWorld {
    func session(_ person: Int) -> Session { engine.session(for: people[person].id) }

    func index(of person: Person.ID) -> Int? { people.firstIndex { $0.id == person } }

    var all: PageRequest { PageRequest(limit: 100) }

    /// What everybody has published.
    var items: [WorldItem] { Self.parts.flatMap { $0.items(in: self) } }

    /// Whether there is such an item for the viewer.
    func sees(_ viewer: Int, _ item: FeedItem.ID) -> Bool {
        items.first { $0.id == item }?.isSeen(viewer) ?? false
    }

    /// What a reader knows who has the items open and has missed nothing.
    func facts(knownTo viewer: Int, watching items: Set<FeedItem.ID>) -> Facts {
        Self.parts.reduce(into: [:]) { facts, part in
            facts.merge(part.facts(in: self, knownTo: viewer, watching: items)) { $1 }
        }
    }

    /// Holds everything that the viewer is shown against what the rule allows.
    func check(asSeenBy viewer: Int) async throws {
        for part in Self.parts { try await part.check(self, asSeenBy: viewer) }
    }

    func check(_ content: LiveEvent.Content, deliveredTo viewer: Int, isCurrent: Bool) async throws {
        for part in Self.parts {
            try await part.check(content, deliveredTo: viewer, isCurrent: isCurrent, in: self)
        }
    }
}
