import Foundation
import Paceline
import PacelineDatabase

extension Person {
    /// The columns of a person's card. Needs `people`.
    static let columns: SQL = """
        people.id, people.username, people.display_name, people.name_rating, people.avatar IS NOT NULL,
        people.friend_count
        """

    /// Decodes the ``columns``. The name is as written: see ``Transaction/presenting(_:withRelationship:)``.
    init(_ row: inout Row) {
        let id = row.next() as Person.ID
        let (username, displayName) = (row.next() as String, row.next() as String)
        let rating = row.next() as TextRating
        self.init(
            id: id, username: username, displayName: displayName,
            avatarURL: row.next() ? PictureAddress.avatar(of: id) : nil, friendCount: row.next())
        nameRating = rating
    }
}

extension Transaction {
    /// A page of the people in a table, latest first, with their relationship to the viewer.
    ///
    /// - Parameters:
    ///   - list: identifies the list and its owner, for cursors.
    ///   - table: must have a column `created_at`, by which the page is ordered.
    ///   - column: the table's column with the people.
    ///   - condition: selects the rows; may use `people`, which is joined.
    func people(
        in list: String, _ table: SQL, _ column: SQL, where condition: SQL, _ page: PageRequest
    ) throws -> Page<Person> {
        let limit = try limit(of: page)
        let start = try start(of: page, in: list)
        let rows = try connection.fetch(
            """
            SELECT \(Person.columns), \(table).created_at
            FROM \(table)
            JOIN people ON people.id = \(table).\(column)
            WHERE \(condition)
                \(SQL.isBefore(start, "\(table).created_at", "\(table).\(column)"))
            ORDER BY \(table).created_at DESC, \(table).\(column) DESC
            LIMIT \(limit + 1)
            """
        ) { (person: Person(&$0), at: $0.next() as Date) }
        let found = self.page(of: rows, limit, in: list) { Position(at: $0.at, id: $0.person.id.uuid) }
        return Page(
            items: try presenting(found.items.map(\.person), withRelationship: true), next: found.next)
    }
}

extension Connection {
    func privacyLevel(of person: Person.ID) throws -> PrivacyLevel {
        try fetchFirst("SELECT privacy_level FROM people WHERE id = \(person)") { $0[0] as PrivacyLevel }
            ?? .private
    }

    /// Whether following the person needs their approval: always, unless the profile is public.
    func approvesFollowers(_ person: Person.ID) throws -> Bool {
        try fetchFirst(
            """
            SELECT people.privacy_level <> 'public' OR settings.follow_approval = 1
            FROM people
            JOIN settings ON settings.person = people.id
            WHERE people.id = \(person)
            """
        ) { $0[0] as Bool } ?? true
    }

    /// One statement decides, so that the code of a hidden person takes no longer than a wrong one.
    func person(withFriendCode code: FriendCode, notHiddenFrom viewer: Viewer) throws -> Person.ID? {
        let isOwner: SQL =
            code.isOnCard
            ? "id = (SELECT person FROM card_codes WHERE code = \(code.description))"
            : "friend_code = \(code.description)"
        return try fetchFirst(
            """
            SELECT id
            FROM people
            WHERE \(isOwner) AND username IS NOT NULL
                \(SQL.isNotHidden("id", from: viewer))
            """
        ) { $0[0] as Person.ID }
    }

    func person(named username: String) throws -> Person.ID? {
        try fetchFirst("SELECT id FROM people WHERE username = \(username)") { $0[0] as Person.ID }
    }

    func settings(of person: Person.ID) throws -> AccountSettings? {
        try fetchFirst(
            """
            SELECT \(AccountSettings.columns)
            FROM settings
            JOIN people ON people.id = settings.person
            WHERE settings.person = \(person)
            """
        ) { AccountSettings(&$0) }
    }

    /// The day at the instant in the person's time zone.
    func day(of instant: Date, for person: Person.ID) throws -> Day {
        Day(of: instant, in: try timeZoneLater(of: person).get() ?? .gmt)
    }

    /// The person's time zone; nil if it is not known, which is stored as UTC.
    func timeZoneLater(of person: Person.ID) throws -> Deferred<TimeZone?> {
        try fetchLater("SELECT time_zone FROM accounts WHERE person = \(person)") { $0[0] as String }
            .map { name in name.flatMap { $0 == "UTC" ? nil : TimeZone(identifier: $0) } }
    }

    func setTimeZone(of person: Person.ID, toThatOf other: Person.ID) throws {
        try send(
            """
            UPDATE accounts
            SET time_zone = (SELECT time_zone FROM accounts WHERE person = \(other))
            WHERE person = \(person)
            """)
    }
}

extension Transaction {
    /// The id of the referenced person.
    ///
    /// One statement decides, so that a person who has blocked the viewer takes no longer than a missing one.
    /// - Throws: ``SocialError/Code/personNotFound`` when there is no such person, and also when they have blocked the
    ///   viewer; ``SocialError/Code/blockedByMe`` when the viewer has blocked them.
    func resolve(_ reference: PersonReference, allowingBlocked: Bool = false) throws -> Person.ID {
        let isReferenced: SQL
        switch reference {
        case .me: return viewer.id
        case .id(let id): isReferenced = "id = \(id) AND username IS NOT NULL"
        case .username(let username): isReferenced = "username = \(username)"
        }
        let found = try connection.fetchFirst(
            """
            SELECT id, \(SQL.hasBlocked("\(viewer.id)", "people.id"))
            FROM people
            WHERE \(isReferenced)
                AND (\(SQL.hasBlocked("\(viewer.id)", "people.id"))
                    OR NOT \(SQL.hasBlocked("people.id", "\(viewer.id)")))
            """
        ) { (id: $0[0] as Person.ID, isBlockedByViewer: $0[1] as Bool) }
        guard let found else { throw SocialError.personNotFound }
        guard !found.isBlockedByViewer || allowingBlocked else {
            throw SocialError(.blockedByMe, "You have blocked this person. Unblock them first.")
        }
        return found.id
    }

    /// The id of the referenced person.
    /// - Throws: the errors of ``resolve(_:allowingBlocked:)``; ``SocialError/Code/selfNotAllowed`` for the viewer.
    func resolveOther(_ reference: PersonReference, allowingBlocked: Bool = false) throws -> Person.ID {
        let id = try resolve(reference, allowingBlocked: allowingBlocked)
        guard id != viewer.id else { throw SocialError.selfNotAllowed }
        return id
    }

    /// Whether the viewer may see the whole profile, not only the card.
    func seesProfile(of person: Person.ID) throws -> Bool {
        let closeness = try connection.closeness(from: viewer.id, to: person)
        let audience = Audience.of(try connection.privacyLevel(of: person))
        return ItemVisibility.allows(closeness: closeness, audience: audience, item: .public)
    }

    /// The people's cards, without people who are hidden from the viewer.
    func people(_ ids: [Person.ID]) throws -> [Person.ID: Person] {
        let shown = try Set(ids).subtracting(viewer.hidden)
        let isUnknownChild: SQL = try SQL.isUnknownChild("people.id", to: viewer) ?? "1 = 0"
        let people = try connection.fetch(
            """
            SELECT \(Person.columns), \(isUnknownChild)
            FROM people
            WHERE id IN \(list: shown.sorted()) AND username IS NOT NULL
            """
        ) { (card: Person(&$0), isUnknownChild: $0.next() as Bool) }
        // Afterwards, since hidden friends of theirs are subtracted from the number.
        let cards = zip(try presenting(people.map(\.card)), people).map { card, person in
            (card.id, person.isUnknownChild ? card.namedOnly : card)
        }
        return Dictionary(uniqueKeysWithValues: cards)
    }
}

extension Transaction {
    /// The cards as the viewer may see them: their counts leave out people who are hidden from the viewer, and words
    /// that the viewer's content filter masks are masked. With the relationship, those of children whom the viewer does
    /// not know have only their names, and do not say that the child follows the viewer.
    func presenting(_ people: [Person], withRelationship: Bool = false) throws -> [Person] {
        var people = people
        if try !viewer.hidden.isEmpty {
            let hidden = try hiddenEdges(of: people.map(\.id), .friends)
            for index in people.indices {
                people[index].friendCount -= hidden[people[index].id] ?? 0
                // The viewer cannot load the pictures of people whom they blocked.
                if try viewer.hidden.contains(people[index].id) { people[index].avatarURL = nil }
            }
        }
        if withRelationship {
            let relationships = try relationships(to: people.map(\.id))
            for index in people.indices {
                let found = relationships[people[index].id]
                people[index].relationship = found?.relationship
                people[index].notifications = found?.notifications
                guard found?.isUnknownChild == true else { continue }
                people[index] = people[index].namedOnly
                if found?.relationship == .followedBy { people[index].relationship = .notFriends }
            }
        }
        return try shown(people)
    }

    /// The number of people on each owner's list who are hidden from the viewer.
    func hiddenEdges(of people: [Person.ID], _ list: EdgeList) throws -> [Person.ID: Int] {
        guard try !viewer.hidden.isEmpty, !people.isEmpty else { return [:] }
        let (listed, owner) = list.columns
        let rows = try connection.fetch(
            """
            SELECT \(owner), COUNT(*)
            FROM edges
            WHERE \(owner) IN \(list: people) AND \(listed) IN \(list: viewer.hidden)
                \(list == .friends ? "AND is_mutual = 1" : .empty)
            GROUP BY \(owner)
            """
        ) { ($0[0] as Person.ID, $0[1] as Int) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// The viewer's relationship to each person, and whether the viewer is notified of what that person publishes; nil
    /// when the viewer does not follow them.
    private func relationships(
        to people: [Person.ID]
    ) throws -> [Person.ID: (relationship: Relationship, notifications: Bool?, isUnknownChild: Bool)] {
        let me = viewer.id
        let isUnknownChild: SQL = try SQL.isUnknownChild("people.id", to: viewer) ?? "1 = 0"
        let open: SQL = "state IN ('pending', 'rejected') AND expires_at > \(now)"
        let rows = try connection.fetch(
            """
            SELECT people.id,
                \(SQL.hasBlocked("\(me)", "people.id")),
                (SELECT notifications FROM edges WHERE follower = \(me) AND followee = people.id),
                EXISTS (SELECT 1 FROM edges WHERE follower = people.id AND followee = \(me)),
                EXISTS (SELECT 1 FROM requests WHERE sender = \(me) AND receiver = people.id AND \(open)),
                EXISTS (SELECT 1 FROM requests WHERE sender = people.id AND receiver = \(me)
                    AND state = 'pending' AND expires_at > \(now)),
                \(isUnknownChild)
            FROM people
            WHERE people.id IN \(list: people)
            """
        ) { row in
            let (id, notifications) = (row[0] as Person.ID, row[2] as Bool?)
            let relationship = Relationship(
                isMe: id == me, isBlockedByMe: row[1], follows: notifications != nil, isFollowedBack: row[3],
                hasSentRequest: row[4], hasReceivedRequest: row[5])
            return (id, (relationship, notifications, row[6] as Bool))
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}

extension Person {
    /// The card without the picture and the number of friends.
    fileprivate var namedOnly: Person {
        var person = self
        person.avatarURL = nil
        person.friendCount = 0
        return person
    }
}

extension SocialError {
    static let personNotFound = SocialError(.personNotFound, "There is no person with this name or id.")
    static let selfNotAllowed = SocialError(.selfNotAllowed, "You can't do this with your own account.")
}
