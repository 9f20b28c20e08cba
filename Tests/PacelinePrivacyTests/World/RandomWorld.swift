import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

/// A small random community created through the services, and a simple model of its expected state.
///
/// The model uses sets and loops instead of SQL, so that the engine's results can be checked against it. Each feature
/// has its own model, in its ``WorldPart``.
struct RandomWorld: Sendable {
    let seed: UInt64
    let database: any Database
    let engine: Engine
    let clock: TickingClock
    var people: [Participant] = []
    private var accounts: [ObjectIdentifier: any WorldPart] = [:]

    /// Features listed here take part in every world.
    static let parts: [any WorldPart.Type] = [
        GraphPart.self, PeoplePart.self, WorkoutPart.self, ExperiencePart.self, ReactionPart.self,
        ScorePart.self, GroupPart.self, TournamentPart.self, FeedPart.self, NotificationPart.self,
        ChangePart.self, LivePart.self,
    ]

    static let steps = parts.flatMap { $0.steps }
    static let now = Date(timeIntervalSince1970: 1_790_000_000)
    /// When people with a birthday have one: the midnight that passes halfway.
    static let midnight = today.adding(days: 1).startInUTC

    init(seed: UInt64, database: any Database, engine: Engine, clock: TickingClock) {
        self.seed = seed
        self.database = database
        self.engine = engine
        self.clock = clock
    }

    struct Participant: Sendable {
        let id: Person.ID
        let username: String
        var privacyLevel: PrivacyLevel
        var age: AgeGroup
        /// Their age from the next midnight on.
        let ageTomorrow: AgeGroup
        /// Whether boards may show them.
        var isShown: Bool
        /// Whether their content filter masks mild words: it starts strict for all but adults, and stays so.
        let masksMildWords: Bool
        /// Whether others see the details of their workouts.
        var showsDetails = true
        /// Whether others see their totals and XP.
        var showsStats = true
        /// Whether they approve followers while their profile is public.
        var approvesFollowers = false

        var isChild: Bool { age == .child }
        /// Whether their birth date is known.
        var isOfKnownAge: Bool { age != .unknown }
        /// Whether they read texts of friends only.
        var readsFriendsOnly: Bool { isChild || !isOfKnownAge }
        /// Whether they are known to be 18 or older.
        var isAdult: Bool { age == .adult }
        /// The error when they would show an item to more than friends.
        var refusalToShow: SocialError.Code? {
            switch age {
            case .child: .ageRestricted
            case .unknown: .birthDateRequired
            case .teenager, .adult: nil
            }
        }
    }

    /// An ordered pair of people, by index.
    struct Pair: Hashable, Sendable {
        let from: Int
        let to: Int
    }

    /// A feature's model of this world.
    subscript<Part: WorldPart>(_: Part.Type) -> Part {
        get { accounts[ObjectIdentifier(Part.self)] as? Part ?? Part() }
        set { accounts[ObjectIdentifier(Part.self)] = newValue }
    }
}

extension RandomWorld {
    func session(_ person: Int) -> Session { engine.session(for: people[person].id) }

    func index(of person: Person.ID) -> Int? { people.firstIndex { $0.id == person } }

    var all: PageRequest { PageRequest(limit: 100) }

    /// All published items.
    var items: [WorldItem] { Self.parts.flatMap { $0.items(in: self) } }

    /// Whether the item exists and the viewer may see it.
    func sees(_ viewer: Int, _ item: FeedItem.ID) -> Bool {
        items.first { $0.id == item }?.isSeen(viewer) ?? false
    }

    /// The facts known to a reader who watches the items and has missed nothing.
    func facts(knownTo viewer: Int, watching items: Set<FeedItem.ID>) -> Facts {
        Self.parts.reduce(into: [:]) { facts, part in
            facts.merge(part.facts(in: self, knownTo: viewer, watching: items)) { $1 }
        }
    }

    /// Checks everything that the viewer is shown against the rule.
    func check(asSeenBy viewer: Int) async throws {
        for part in Self.parts { try await part.check(self, asSeenBy: viewer) }
    }

    func check(_ content: LiveEvent.Content, deliveredTo viewer: Int, isCurrent: Bool) async throws {
        for part in Self.parts {
            try await part.check(content, deliveredTo: viewer, isCurrent: isCurrent, in: self)
        }
    }
}
