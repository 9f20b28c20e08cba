import Algorithms
import Foundation
import Paceline
import PacelineDatabase

/// Decides in one snapshot who of an audience is told of what happened, and in which words.
///
/// What it has looked up once holds for the whole snapshot. People who have nobody hidden from them see the same
/// things the same way, so these are read once for all of them; the others are each read for by themselves.
final class LiveReading {
    let connection: any Connection
    let audience: LiveAudience
    private let engine: Engine
    let now: Date
    private var followers: [Person.ID: [Person.ID: Reach]] = [:]
    private var hiding: [Person.ID: Bool] = [:]
    private var transactions: [Person.ID: Transaction] = [:]

    init(_ connection: any Connection, for audience: LiveAudience, of engine: Engine) {
        self.connection = connection
        self.audience = audience
        self.engine = engine
        now = engine.environment.now()
    }

    func tellings(of event: LoggedEvent) throws -> [LiveTelling] {
        switch event.kind.traits.delivery {
        case .item: try itemTellings(of: event, mayBeLost: false)
        case .itemOrLoss: try itemTellings(of: event, mayBeLost: true)
        case .newScore: try itemTellings(of: event, mayBeLost: false) + scoreTellings(of: event)
        case .score: try itemTellings(of: event, mayBeLost: true) + scoreTellings(of: event)
        case .kudos: try kudosTellings(of: event)
        case .comment: try commentTellings(of: event)
        case .commentRemoval: try commentRemovals(of: event)
        case .request: try requestTellings(of: event)
        case .pair: try relationshipTellings(of: event)
        case .ownRelationship: try partingTellings(of: event)
        case .group: try groupTellings(of: event)
        case .departure: try groupLosses(of: event, by: event.person)
        case .removal: try groupLosses(of: event, by: event.other)
        case .invitation: invitationTellings(of: event, to: event.other)
        case .ownInvitation: invitationTellings(of: event, to: event.person)
        case .profile: try profileTellings(of: event)
        case .account: tell(event, .account, to: [event.person])
        case .notifications: tell(event, .notifications, to: [event.person])
        case .signOut, .none: []
        }
    }
}

// MARK: - Who

extension LiveReading {
    /// The people of the list who are there.
    func tell(
        _ event: LoggedEvent, _ content: LiveEvent.Content, to people: some Sequence<Person.ID>
    ) -> [LiveTelling] {
        [
            LiveTelling(
                position: event.position, content: content, viewers: audience.viewers.intersection(people))
        ]
    }

    /// Tells each in words of their own, or nothing.
    func tell(
        _ event: LoggedEvent, each people: some Sequence<Person.ID>,
        _ content: (Transaction) throws -> LiveEvent.Content?
    ) throws -> [LiveTelling] {
        try audience.viewers.intersection(people).compactMap { person in
            try content(transaction(as: person)).map {
                LiveTelling(position: event.position, content: $0, viewers: [person])
            }
        }
    }

    /// Tells those who have nobody hidden from them in the words of one of them, when these may be shared, and
    /// everybody else in words of their own.
    func tell(
        _ event: LoggedEvent, alike people: Set<Person.ID>,
        _ content: (Transaction) throws -> LiveEvent.Content?,
        when mayBeShared: (LiveEvent.Content) -> Bool = { _ in true }
    ) throws -> [LiveTelling] {
        let hiding = try people.filter { try hidesSomebody($0, of: people) }
        let plain = people.subtracting(hiding)
        guard let first = plain.min() else { return try tell(event, each: hiding, content) }
        let shared = try content(transaction(as: first))
        guard let shared, mayBeShared(shared) else { return try tell(event, each: people, content) }
        return tell(event, shared, to: plain) + (try tell(event, each: hiding, content))
    }

    func transaction(as person: Person.ID) throws -> Transaction {
        if let known = transactions[person] { return known }
        let transaction = try Transaction(connection, of: engine.session(for: person), now: now)
        transactions[person] = transaction
        return transaction
    }

    /// Whether anybody is hidden from the person; asked for all the people at once.
    private func hidesSomebody(_ person: Person.ID, of people: Set<Person.ID>) throws -> Bool {
        if let known = hiding[person] { return known }
        let unknown = people.filter { hiding[$0] == nil }
        for person in unknown { hiding[person] = false }
        for some in unknown.chunks(ofCount: Self.listLength) {
            let found = try connection.peopleHidingSomeone(among: some)
            for person in found { hiding[person] = true }
        }
        return hiding[person] ?? false
    }

    /// How many values one statement is given.
    static let listLength = 500

    /// Who hears of what the owner does: those of the audience who follow them and have not muted them, and the owner.
    func followers(of owner: Person.ID) throws -> [Person.ID: Reach] {
        if let known = followers[owner] { return known }
        let muters = try connection.people(muting: owner)
        var found: [Person.ID: Reach] = [:]
        for (person, reach) in try edges(to: owner) where !muters.contains(person) { found[person] = reach }
        if audience.viewers.contains(owner) { found[owner] = .me }
        followers[owner] = found
        return found
    }

    /// Those of the audience who follow the person: looked up one by one where the person has many more followers.
    private func edges(to person: Person.ID) throws -> [(Person.ID, Reach)] {
        let row = { (row: inout Row) in (row[0] as Person.ID, row[1] ? Reach.friend : .follower) }
        let count = try connection.fetchFirst("SELECT follower_count FROM people WHERE id = \(person)") {
            $0[0] as Int
        }
        guard (count ?? 0) > audience.viewers.count * 4 else {
            return try connection.fetch(
                "SELECT follower, is_mutual FROM edges WHERE followee = \(person)", row
            ).filter { audience.viewers.contains($0.0) }
        }
        return try audience.viewers.chunks(ofCount: Self.listLength).flatMap { viewers in
            try connection.fetch(
                """
                SELECT follower, is_mutual
                FROM edges
                WHERE followee = \(person) AND follower IN \(list: viewers)
                """, row)
        }
    }
}
