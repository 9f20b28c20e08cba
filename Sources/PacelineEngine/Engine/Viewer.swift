import Foundation
import Paceline
import PacelineDatabase

/// The person who reads or writes, with what decides which people are hidden from them: blocks, mutes and age.
///
/// The lookup is sent together with the transaction's first statement, without waiting for the result. The method's
/// requirement is therefore checked before the body's first change or, without changes, at its end.
final class Viewer {
    private struct Facts {
        let username: String?
        /// Nil when not looked up yet.
        let hasBlocks: Bool?
        let hasMutes: Bool?
        /// Nil when not looked up yet.
        let children: Children?
        let showsDetails: Bool
        let filter: AccountSettings.ContentFilter
        let joinedAt: Date
        /// Nil when not looked up yet.
        let maturity: Maturity?
    }

    /// Who in the community is a child. What children share with friends only is looked for in no other community.
    private enum Children: Int {
        case noOne, others, viewerToo

        /// Needs the viewer's row of `people`. In a community without children, the viewer's age is not looked up.
        static func column(at now: Date) -> SQL {
            """
            CASE WHEN NOT \(SQL.hasChildren(at: now)) THEN \(noOne.rawValue)
                WHEN \(SQL.isChild("people.id", at: now)) THEN \(viewerToo.rawValue)
                ELSE \(others.rawValue) END
            """
        }
    }

    /// The viewer's age group, as far as it decides what they read.
    private enum Maturity: Int {
        case unknown, minor, adult

        /// Needs the viewer's row of `people`.
        static func column(at now: Date) -> SQL {
            """
            COALESCE((
                SELECT CASE WHEN ages.minor_until <= \(now) THEN \(adult.rawValue)
                    WHEN ages.minor_until IS NULL THEN \(unknown.rawValue) ELSE \(minor.rawValue) END
                FROM accounts AS ages
                WHERE ages.person = people.id), \(unknown.rawValue))
            """
        }
    }

    let id: Person.ID
    let now: Date
    private let connection: any Connection
    private let deferredFacts: Deferred<Facts?>
    private var hiddenPeople: [Person.ID]?

    /// - Parameter loadsBlocksLazily: looks up blocks and ages only on demand, for transactions that rarely need them.
    init(_ id: Person.ID, at now: Date, loadsBlocksLazily: Bool = false, on connection: any Connection) throws
    {
        self.id = id
        self.now = now
        self.connection = connection
        let query: SQL =
            loadsBlocksLazily
            ? """
            SELECT username, NULL, NULL, NULL, shows_workout_details, content_filter, joined_at, NULL
            FROM people
            WHERE id = \(id)
            """
            : """
            SELECT username, \(SQL.hasBlocks), \(SQL.hasMutes), \(Children.column(at: now)),
                shows_workout_details, content_filter, joined_at, \(Maturity.column(at: now))
            FROM people
            WHERE id = \(id)
            """
        deferredFacts = try connection.fetchLater(query) {
            Facts(
                username: $0[0], hasBlocks: $0[1], hasMutes: $0[2],
                children: ($0[3] as Int?).flatMap(Children.init), showsDetails: $0[4], filter: $0[5],
                joinedAt: $0[6], maturity: ($0[7] as Int?).flatMap(Maturity.init))
        }
    }

    /// The same viewer, as if no one was hidden from them.
    private init(seeingEveryone viewer: Viewer) {
        id = viewer.id
        now = viewer.now
        connection = viewer.connection
        deferredFacts = viewer.deferredFacts
        hiddenPeople = []
        facts = viewer.facts
        children = viewer.children
        maturity = viewer.maturity
    }

    private lazy var facts = Result { try deferredFacts.get() }

    var username: String? { get throws { try facts.get()?.username } }

    /// People who blocked the viewer or whom the viewer blocked. They do not exist for the viewer.
    ///
    /// - Throws: ``DatabaseError``; a failure must not look like an empty list.
    var hidden: [Person.ID] {
        get throws {
            if let hiddenPeople { return hiddenPeople }
            let people = try hasNoBlocks ? [] : connection.people(hiddenFrom: id)
            hiddenPeople = people
            return people
        }
    }

    /// The same viewer, as if no one was hidden from them, for values that readers share.
    var seeingEveryone: Viewer { Viewer(seeingEveryone: self) }

    /// Whether anyone in the community is a child.
    var communityHasChildren: Bool { get throws { try children.get() != .noOne } }

    var isChild: Bool { get throws { try children.get() == .viewerToo } }

    /// Whether the viewer is known to be an adult.
    var isAdult: Bool { get throws { try maturity.get() == .adult } }

    /// Whether the viewer reads texts of their friends only: children, and people of unknown age, who may be children.
    var readsFriendsOnly: Bool { get throws { try isChild || maturity.get() == .unknown } }

    /// The viewer's friends.
    var friends: Set<Person.ID> { get throws { try foundFriends.get() } }

    /// Whether others do not see the details of the viewer's workouts.
    var hidesDetails: Bool { get throws { try facts.get()?.showsDetails == false } }

    /// Which words in the texts of others are masked for the viewer.
    var filter: AccountSettings.ContentFilter { get throws { try facts.get()?.filter ?? .strict } }

    /// Whether the viewer signed up less than ``HeldText/timeWithoutLinks`` ago.
    var isNewcomer: Bool {
        get throws {
            try facts.get().map { now < $0.joinedAt.addingTimeInterval(HeldText.timeWithoutLinks) } ?? true
        }
    }

    /// Whether the viewer may have muted people.
    var mayHaveMutes: Bool { get throws { try facts.get()?.hasMutes ?? true } }

    /// - Throws: the error of an unmet requirement, or ``DatabaseError``.
    func check(_ requirement: Session.Requirement) throws {
        guard let facts = try facts.get() else {
            throw SocialError(.unauthenticated, "This account no longer exists. Sign in again.")
        }
        if requirement == .member, facts.username == nil {
            throw SocialError(
                .usernameRequired, "Choose a username first. Others will know you by it.", field: "username")
        }
    }

    private var hasNoBlocks: Bool { get throws { try facts.get()?.hasBlocks == false } }

    private lazy var children = Result {
        if let known = try facts.get()?.children { return known }
        let found = try connection.fetchFirst(
            "SELECT \(Children.column(at: now)) FROM people WHERE id = \(id)"
        ) { $0[0] as Int }
        return found.flatMap(Children.init) ?? .noOne
    }

    private lazy var maturity = Result {
        if let known = try facts.get()?.maturity { return known }
        let found = try connection.fetchFirst(
            "SELECT \(Maturity.column(at: now)) FROM people WHERE id = \(id)"
        ) { $0[0] as Int }
        return found.flatMap(Maturity.init) ?? .unknown
    }

    private lazy var foundFriends = Result {
        Set(
            try connection.fetch("SELECT followee FROM edges WHERE follower = \(id) AND is_mutual = 1") {
                $0[0] as Person.ID
            })
    }
}
