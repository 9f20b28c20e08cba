import Algorithms
import Foundation
import Paceline
import PacelineDatabase

/// Decides in one snapshot which viewers of open streams receive an event, and with what content.
///
/// Lookups are cached for the snapshot. Viewers without blocks see the same content, so it is loaded once for all of
/// them; for the others, and for those who read friends only, it is loaded one by one, and so are comments for
/// teenagers. If an item has comments by children, each viewer may see different content.
final class DeliveryResolver {
    let connection: any Connection
    let streams: OpenStreams
    private let engine: Engine
    let now: Date
    private var followers: [Person.ID: [Person.ID: Closeness]] = [:]
    /// Whether people or their texts may be hidden from the person, for the people looked up so far.
    private var hiding: [Person.ID: Bool] = [:]
    /// The teenagers among the people in ``hiding``.
    private var teenagers: Set<Person.ID> = []
    private lazy var communityHasChildren = Result {
        try connection.fetchFirst("SELECT \(SQL.hasChildren(at: now))") { $0[0] as Bool } ?? false
    }
    private var transactions: [Person.ID: Transaction] = [:]

    init(_ connection: any Connection, for streams: OpenStreams, of engine: Engine) {
        self.connection = connection
        self.streams = streams
        self.engine = engine
        now = engine.environment.now()
    }

    func deliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        switch event.kind.traits.delivery {
        case .item: try itemDeliveries(of: event, mayBeLost: false)
        case .itemOrLoss: try itemDeliveries(of: event, mayBeLost: true)
        case .ownItem: try ownItemDeliveries(of: event)
        case .newScore: try itemDeliveries(of: event, mayBeLost: false) + scoreDeliveries(of: event)
        case .score, .groupScore:
            try itemDeliveries(of: event, mayBeLost: true) + scoreDeliveries(of: event)
        case .kudos: try kudosDeliveries(of: event)
        case .comment: try commentDeliveries(of: event)
        case .commentRemoval: try commentRemovalDeliveries(of: event)
        case .request: try requestDeliveries(of: event)
        case .pair: try relationshipDeliveries(of: event)
        case .ownRelationship: try ownRelationshipDeliveries(of: event)
        case .group: try groupDeliveries(of: event)
        case .sharing: try sharingDeliveries(of: event)
        case .season: try seasonDeliveries(of: event)
        case .departure: try groupLossDeliveries(of: event, for: event.person)
        case .removal: try groupLossDeliveries(of: event, for: event.other)
        case .invitation: invitationDeliveries(of: event, to: event.other)
        case .ownInvitation: invitationDeliveries(of: event, to: event.person)
        case .profile: try profileDeliveries(of: event)
        case .account: deliver(event, .account, to: [event.person])
        case .notifications: deliver(event, .notifications, to: [event.person])
        case .signOut, .none: []
        }
    }
}

// MARK: - Recipients

extension DeliveryResolver {
    /// Delivers the content to those of the people who have open streams.
    func deliver(
        _ event: LoggedEvent, _ content: LiveEvent.Content, to people: some Sequence<Person.ID>
    ) -> [LiveDelivery] {
        [
            LiveDelivery(
                position: event.position, content: content, viewers: streams.viewers.intersection(people))
        ]
    }

    /// Delivers content loaded for each person, if any.
    func deliver(
        _ event: LoggedEvent, toEach people: some Sequence<Person.ID>,
        _ content: (Transaction) throws -> LiveEvent.Content?
    ) throws -> [LiveDelivery] {
        try streams.viewers.intersection(people).compactMap { person in
            try content(transaction(as: person)).map {
                LiveDelivery(position: event.position, content: $0, viewers: [person])
            }
        }
    }

    /// Loads the content once for all viewers without blocks, if they may share it, and separately for each other
    /// viewer.
    func deliver(
        _ event: LoggedEvent, toAll people: Set<Person.ID>,
        _ content: (Transaction) throws -> LiveEvent.Content?,
        when mayBeShared: (LiveEvent.Content) -> Bool = { _ in true }
    ) throws -> [LiveDelivery] {
        guard try !concernsChildren(event) else { return try deliver(event, toEach: people, content) }
        let hiding = try people.filter { try hasHiddenPeople($0, of: people) }
        let teenagers = people.intersection(self.teenagers).subtracting(hiding)
        let adults = people.subtracting(hiding).subtracting(teenagers)
        guard let first = adults.min() ?? teenagers.min() else {
            return try deliver(event, toEach: hiding, content)
        }
        let shared = try content(transaction(as: first).unfiltered)?.withoutAward
        // A rated text depends on the viewer's content filter.
        guard let shared, mayBeShared(shared), !shared.hasRatedTexts else {
            return try deliver(event, toEach: people, content)
        }
        // The author of a comment may not be a friend of each teenager.
        let receivers = shared.mayHaveComment ? adults : adults.union(teenagers)
        return deliver(event, shared, to: receivers)
            + (try deliver(event, toEach: people.subtracting(receivers), content))
    }

    func transaction(as person: Person.ID) throws -> Transaction {
        if let known = transactions[person] { return known }
        let transaction = try Transaction(connection, of: engine.session(for: person), now: now)
        transactions[person] = transaction
        return transaction
    }

    /// Whether the event comes from a child or is about one, or its item has comments by children.
    private func concernsChildren(_ event: LoggedEvent) throws -> Bool {
        guard try communityHasChildren.get(), let item = event.item else { return false }
        let people = [event.person, event.other].compactMap(\.self)
        return try !connection.children(among: people, at: now).isEmpty
            || !connection.itemsWithCommentsByChildren(among: [item], at: now).isEmpty
    }

    func isChild(_ person: Person.ID) throws -> Bool {
        try communityHasChildren.get() && !connection.children(among: [person], at: now).isEmpty
    }

    /// Whether people or their texts may be hidden from the person. Looked up for all the people at once.
    private func hasHiddenPeople(_ person: Person.ID, of people: Set<Person.ID>) throws -> Bool {
        if let known = hiding[person] { return known }
        let unknown = people.filter { hiding[$0] == nil }
        for person in unknown { hiding[person] = false }
        for batch in unknown.chunks(ofCount: Self.listLength) {
            for found in try connection.peopleWithBlocks(among: batch, orNotAdultAt: now) {
                if found.hasBlocks { hiding[found.person] = true } else { teenagers.insert(found.person) }
            }
            for person in try connection.peopleReadingFriendsOnly(among: batch, at: now) {
                hiding[person] = true
            }
        }
        return hiding[person] ?? false
    }

    /// The maximum number of values in one statement.
    static let listLength = 500

    /// People with streams who follow the owner and have not muted them, and the owner.
    func followers(of owner: Person.ID) throws -> [Person.ID: Closeness] {
        if let known = followers[owner] { return known }
        let muters = try connection.people(muting: owner)
        var found: [Person.ID: Closeness] = [:]
        for (person, closeness) in try edges(to: owner) where !muters.contains(person) {
            found[person] = closeness
        }
        if streams.viewers.contains(owner) { found[owner] = .me }
        followers[owner] = found
        return found
    }

    /// Followers with streams. Looked up by viewer if the person has many more followers than there are viewers.
    private func edges(to person: Person.ID) throws -> [(Person.ID, Closeness)] {
        let row = { (row: inout Row) in (row[0] as Person.ID, row[1] ? Closeness.friend : .follower) }
        let count = try connection.fetchFirst("SELECT follower_count FROM people WHERE id = \(person)") {
            $0[0] as Int
        }
        guard (count ?? 0) > streams.viewers.count * 4 else {
            return try connection.fetch(
                "SELECT follower, is_mutual FROM edges WHERE followee = \(person)", row
            ).filter { streams.viewers.contains($0.0) }
        }
        return try streams.viewers.chunks(ofCount: Self.listLength).flatMap { viewers in
            try connection.fetch(
                """
                SELECT follower, is_mutual
                FROM edges
                WHERE followee = \(person) AND follower IN \(list: viewers)
                """, row)
        }
    }
}

extension LiveEvent.Content {
    /// Without what only the owner of a workout sees.
    fileprivate var withoutAward: Self {
        guard case .item(var item) = self, case .workout(var workout) = item.content, workout.award != nil
        else { return self }
        workout.award = nil
        item.content = .workout(workout)
        return .item(item)
    }

    /// Whether a reader's content filter may mask a text.
    fileprivate var hasRatedTexts: Bool {
        switch self {
        case .item(let item): item.hasRatedTexts
        case .comment(let comment, _): comment.hasRatedTexts
        case .request(let request): request.from.hasRatedTexts || request.to.hasRatedTexts
        case .upToDate, .reset, .itemRemoved, .kudos, .commentRemoved, .requestRemoved, .relationship, .score,
            .group, .groupLost, .groupInvitation, .account, .notifications:
            false
        }
    }

    /// Whether the content may include a comment.
    fileprivate var mayHaveComment: Bool {
        switch self {
        case .item(let item): item.commentCount > 0
        case .comment: true
        case .upToDate, .reset, .itemRemoved, .kudos, .commentRemoved, .request, .requestRemoved,
            .relationship,
            .score, .group, .groupLost, .groupInvitation, .account, .notifications:
            false
        }
    }
}
