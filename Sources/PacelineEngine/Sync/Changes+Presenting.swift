import Algorithms
import Foundation
import Paceline
import PacelineDatabase

extension Transaction {
    /// The changes, each object once and as the viewer may see it now.
    func presenting(_ stored: [StoredChange]) throws -> [Change] {
        // Keeps the last change of each object.
        let latest = Array(
            stored.reversed().uniqued { [$0.kind.rawValue, $0.subject.uuidString] }.reversed())
        let subjects = Dictionary(grouping: latest, by: \.kind).mapValues { $0.map(\.subject) }
        var shown: [Change.Kind: [UUID: [Change]]] = [:]
        for (kind, ids) in subjects {
            shown[kind] = kind == .board ? try boards(in: stored) : try visibleChanges(kind, ids)
        }
        let changes: [Change] = try latest.flatMap { change -> [Change] in
            if let visible = shown[change.kind]?[change.subject] { return visible }
            return try change.kind.reportsDeletion(whenGone: change.subject, to: viewer)
                ? [Change(.deleted(change.kind), Change.ID(change.subject))] : []
        }
        // Several players can change the same board.
        return Array(changes.uniqued { [$0.kindName, $0.id.description] })
    }

    /// The objects that the viewer may see, by the stored subject.
    private func visibleChanges(_ kind: Change.Kind, _ ids: [UUID]) throws -> [UUID: [Change]] {
        guard kind != .comment else { return try comments(ids.map { Comment.ID($0) }) }
        guard kind != .edge else { return try edges(ids.map { Person.ID($0) }) }
        let changes =
            switch kind {
            case .account: [Change(.account(try account()), ownID)]
            case .settings: [Change(.settings(try account().settings), ownID)]
            case .notificationSettings:
                [Change(.notificationSettings(try notificationSettings()), ownID)]
            case .person: try profiles(ids.map { Person.ID($0) })
            case .mute: try mutes(ids.map { Person.ID($0) })
            case .request: try openRequests(ids.map { ConnectionRequest.ID($0) })
            case .item: try visibleItems(ids.map { FeedItem.ID($0) })
            case .group: try groups(ids.map { LeaderboardGroup.ID($0) })
            case .invitation: try invitations(to: ids.map { LeaderboardGroup.ID($0) })
            case .season: try seasons(ids.map { Season.ID($0) })
            case .inbox: [Change(.inbox(try notifications(PageRequest())), ownID)]
            case .board, .comment, .edge: [Change]()
            }
        return Dictionary(grouping: changes, by: \.id.uuid)
    }

    private var ownID: Change.ID { Change.ID(viewer.id.uuid) }
}

extension Change.Kind {
    /// Whether the viewer receives deletions of the kind. Of people hidden from the viewer, only the end of the
    /// relationship is reported.
    fileprivate func reportsDeletion(whenGone subject: UUID, to viewer: Viewer) throws -> Bool {
        switch self {
        case .account, .settings, .notificationSettings, .person, .board, .inbox: false
        case .mute: try !viewer.hidden.contains(Person.ID(subject))
        case .edge, .request, .item, .comment, .group, .invitation, .season: true
        }
    }
}

extension Transaction {
    private func profiles(_ ids: [Person.ID]) throws -> [Change] {
        // The viewer's own profile is part of their account.
        try ids.filter { id in
            try id != viewer.id && !viewer.hidden.contains(id)
                && connection.edge(from: viewer.id, to: id) != nil
        }.map {
            Change(.person(try person($0)), Change.ID($0.uuid))
        }
    }

    /// The relationships that the viewer may see. A child who follows the viewer, and with whom there was no request,
    /// is neither a change nor a deletion: either would name the child.
    private func edges(_ ids: [Person.ID]) throws -> [UUID: [Change]] {
        let cards = try connection.fetch(
            "SELECT \(Person.columns) FROM people WHERE id IN \(list: ids) AND username IS NOT NULL"
        ) { Person(&$0) }
        let changes = try presenting(cards, withRelationship: true).compactMap {
            person -> (UUID, [Change])? in
            // People who blocked the viewer look deleted; people whom the viewer blocked stay visible as blocked.
            guard let relationship = person.relationship,
                try !viewer.hidden.contains(person.id) || relationship == .blockedByMe
            else { return nil }
            let isHidden =
                try relationship == .notFriends && hidesFollower(person.id)
                && !connection.hasRequest(between: viewer.id, and: person.id)
            guard !isHidden else { return (person.id.uuid, []) }
            return (person.id.uuid, [Change(.edge(person, relationship), Change.ID(person.id.uuid))])
        }
        return Dictionary(uniqueKeysWithValues: changes)
    }

    private func mutes(_ ids: [Person.ID]) throws -> [Change] {
        let muted = try connection.people(mutedBy: viewer.id, among: ids)
        return try people(muted).values.map { Change(.mute($0), Change.ID($0.id.uuid)) }
    }

    /// Open requests, as the viewer may see them.
    private func openRequests(_ ids: [ConnectionRequest.ID]) throws -> [Change] {
        let stored = try connection.fetch(
            """
            SELECT \(StoredRequest.columns)
            FROM requests
            WHERE id IN \(list: ids)
                AND expires_at > \(now)
                AND ((receiver = \(viewer.id) AND state = 'pending')
                    OR (sender = \(viewer.id) AND state IN ('pending', 'rejected')))
            """, StoredRequest.init)
        return try Graph(self).presenting(stored).map { Change(.request($0), Change.ID($0.id.uuid)) }
    }

    private func groups(_ ids: [LeaderboardGroup.ID]) throws -> [Change] {
        try ids.compactMap { id in
            guard try connection.role(of: viewer.id, in: id) != nil else { return nil }
            return Change(.group(try Groups(self).group(id)), Change.ID(id.uuid))
        }
    }

    private func invitations(to ids: [LeaderboardGroup.ID]) throws -> [Change] {
        try Groups(self).openInvitations(to: ids).map { Change(.invitation($0), Change.ID($0.group.uuid)) }
    }

    /// The boards of the viewer's groups that changed within the stored changes, by player, where the viewer sees the
    /// player. The change reveals only that a board changed.
    ///
    /// One event can change several boards, but a page may end between them, so their records are looked up here.
    private func boards(in stored: [StoredChange]) throws -> [UUID: [Change]] {
        let players = Set(stored.filter { $0.kind == .board }.map { Person.ID($0.subject) }).sorted()
        guard let first = stored.first?.position, let last = stored.last?.position else { return [:] }
        let shared = try connection.fetch(
            """
            SELECT theirs.person, mine.group_id
            FROM group_members AS mine
            JOIN group_members AS theirs ON theirs.group_id = mine.group_id
            JOIN changes ON changes.topic = mine.group_id AND changes.kind = \(Change.Kind.board)
                AND changes.subject = theirs.person
            WHERE mine.person = \(viewer.id) AND theirs.person IN \(list: players)
                AND (changes.tx, changes.sequence) >= (\(first.transaction), \(first.sequence))
                AND (changes.tx, changes.sequence) <= (\(last.transaction), \(last.sequence))
                \(SQL.showsRow(of: "theirs.person", in: "mine.group_id", to: viewer))
            ORDER BY mine.group_id
            """
        ) { (player: $0[0] as Person.ID, board: Change(.board, Change.ID($0[1] as UUID))) }
        return Dictionary(grouping: shared, by: \.player.uuid).mapValues { $0.map(\.board) }
    }

    private func seasons(_ ids: [Season.ID]) throws -> [Change] {
        let seasons = try connection.fetch(
            """
            SELECT \(Season.columns)
            FROM seasons
            JOIN group_members ON group_members.group_id = seasons.group_id AND group_members.person = \(viewer.id)
            WHERE seasons.id IN \(list: ids) \(SQL.showsSeason(to: viewer))
            """
        ) { Season(&$0) }
        return try presenting(seasons).map { Change(.season($0), Change.ID($0.id.uuid)) }
    }

    private func visibleItems(_ ids: [FeedItem.ID]) throws -> [Change] {
        try withClientIDs(items(try entries(of: ids))).map { Change(.item($0), Change.ID($0.id.uuid)) }
    }

    /// The comments that the viewer may see. One that is shown only on its item's page, since its author is no friend
    /// of a minor, is neither a change nor a deletion; nor is one by a person hidden by a block.
    private func comments(_ ids: [Comment.ID]) throws -> [UUID: [Change]] {
        let shown = try Reactions(self).commentsWithTombstones(ids).map { found in
            let id = found.comment.id.uuid
            return (id, found.isIncluded ? [Change(.comment(found.comment), Change.ID(id))] : [])
        }
        let changes = Dictionary(uniqueKeysWithValues: shown)
        let missing = ids.filter { changes[$0.uuid] == nil }
        let people = try viewer.hidden
        guard !missing.isEmpty, !people.isEmpty else { return changes }
        let hidden = try connection.fetch(
            "SELECT id FROM comments WHERE id IN \(list: missing) AND author IN \(list: people)"
        ) { $0[0] as UUID }
        return changes.merging(hidden.map { ($0, []) }) { shown, _ in shown }
    }
}
