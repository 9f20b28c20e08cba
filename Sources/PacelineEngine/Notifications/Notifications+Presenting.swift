import Foundation
import Paceline
import PacelineDatabase

extension Transaction {
    /// The notifications with their subjects, as the viewer may see them now.
    func presenting(_ stored: [StoredNotification]) throws -> [SocialNotification] {
        guard !stored.isEmpty else { return [] }
        let actors = try shownActors(of: stored.map(\.id))
        let people = try people(actors.values.flatMap(\.newest))
        let comments = try Reactions(self).comments(stored.compactMap(\.comment))
        let requests = try requests(stored.compactMap(\.request))
        let groups = try groupNames(of: stored.compactMap(\.group))
        let items = try notifiedItems(stored.compactMap(\.item))
        let reviews = try reviews(
            stored.filter { $0.kind == .workoutDecided }.compactMap(\.item))
        let rewards = try Rewards(self).redemptions(
            stored.filter { $0.kind == .rewardFulfilled }.map { Redemption.ID($0.subject) })
        let events = try securityEvents(
            stored.filter { $0.kind == .security }.map { SecurityEvent.ID($0.subject) })
        return try stored.compactMap { stored in
            guard let actors = actors[stored.id] else { return nil }
            guard stored.kind != .security else {
                // Its actor is the viewer.
                return SocialNotification(
                    id: stored.id, kind: stored.kind, at: stored.at, isRead: stored.isRead, count: 0,
                    people: [], security: events[SecurityEvent.ID(stored.subject)])
            }
            var item = stored.item.flatMap { items[$0] }
            if stored.kind == .workoutDecided { item?.review = stored.item.flatMap { reviews[$0] } }
            return SocialNotification(
                id: stored.id, kind: stored.kind, at: stored.at, isRead: stored.isRead, count: actors.count,
                people: actors.newest.compactMap { people[$0] }, item: item,
                comment: stored.comment.flatMap { comments[$0] },
                request: stored.request.flatMap { requests[$0] }, group: stored.group.flatMap { groups[$0] },
                boardRank: try standing(of: stored),
                reward: rewards[Redemption.ID(stored.subject)].map {
                    NotifiedReward(id: $0.id, title: $0.title)
                }, age: stored.age)
        }
    }

    /// The number of visible actors, and the newest of them.
    private func shownActors(
        of ids: [SocialNotification.ID]
    ) throws -> [SocialNotification.ID: (count: Int, newest: [Person.ID])] {
        let rows = try connection.fetch(
            """
            SELECT id, person, total
            FROM (
                SELECT notifications.id, actors.person,
                    COUNT(*) OVER (PARTITION BY notifications.id) AS total,
                    ROW_NUMBER() OVER (
                        PARTITION BY notifications.id ORDER BY actors.at DESC, actors.person DESC) AS place
                FROM notifications
                JOIN notification_actors AS actors ON actors.notification = notifications.id
                WHERE notifications.id IN \(list: ids) AND \(try actorIsShown)) AS shown
            WHERE place <= \(SocialNotification.peopleLimit)
            ORDER BY id, place
            """
        ) { (id: $0[0] as SocialNotification.ID, person: $0[1] as Person.ID, total: $0[2] as Int) }
        return Dictionary(grouping: rows, by: \.id).mapValues { ($0[0].total, $0.map(\.person)) }
    }

    private func requests(_ ids: [ConnectionRequest.ID]) throws -> [ConnectionRequest.ID: ConnectionRequest] {
        guard !ids.isEmpty else { return [:] }
        let stored = try connection.fetch(
            "SELECT \(StoredRequest.columns) FROM requests WHERE id IN \(list: ids)", StoredRequest.init)
        return Dictionary(uniqueKeysWithValues: try Graph(self).presenting(stored).map { ($0.id, $0) })
    }

    /// What sentences say of the items, which the viewer must be able to see.
    private func notifiedItems(_ ids: [FeedItem.ID]) throws -> [FeedItem.ID: NotifiedItem] {
        guard !ids.isEmpty else { return [:] }
        let sought = Set(ids).sorted()
        let fetched = try ItemContent.all.map { content in
            try connection.fetchAllLater(
                """
                SELECT items.id, items.owner, \(content.title), \(content.titleRating)
                FROM items
                \(content.join)
                WHERE items.id IN \(list: sought) AND items.kind = \(content.kind)
                """
            ) { row in
                (
                    id: row.next() as FeedItem.ID, owner: row.next() as Person.ID, kind: content.kind,
                    title: content.decodeTitle(row.next(), environment), rating: row.next() as TextRating
                )
            }
        }
        let rows = try fetched.flatMap { try $0.get() }
        let owners = try people(rows.map(\.owner).filter { $0 != viewer.id })
        return Dictionary(
            uniqueKeysWithValues: try rows.map { row in
                (
                    row.id,
                    NotifiedItem(
                        id: row.id, kind: NotifiedItem.Kind(row.kind),
                        // Other titles are names of games, levels and badges.
                        title: row.kind == .workout
                            ? try shown(row.title, row.rating, by: row.owner, otherwise: Workout.untitled)
                            : row.title,
                        owner: owners[row.owner])
                )
            })
    }

    /// The states of workouts that moderators decided about.
    private func reviews(_ ids: [FeedItem.ID]) throws -> [FeedItem.ID: AnomalyState] {
        guard !ids.isEmpty else { return [:] }
        let rows = try connection.fetch(
            "SELECT workout, state FROM anomalies WHERE workout IN \(list: Set(ids).sorted())"
        ) { (id: $0.next() as FeedItem.ID, state: $0.next() as AnomalyState) }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.state) })
    }

    private func groupNames(of ids: [LeaderboardGroup.ID]) throws -> [LeaderboardGroup.ID: NotifiedGroup] {
        guard !ids.isEmpty else { return [:] }
        let groups = try connection.fetch(
            "SELECT id, \(StoredTitle.columns) FROM groups WHERE id IN \(list: Set(ids).sorted())"
        ) { (id: $0.next() as LeaderboardGroup.ID, title: StoredTitle(&$0)) }
        return Dictionary(
            uniqueKeysWithValues: try groups.map {
                ($0.id, NotifiedGroup(id: $0.id, title: try shown($0.title)))
            })
    }

    /// The viewer's standing on the board on which they were overtaken.
    private func standing(of stored: StoredNotification) throws -> NotifiedRank? {
        guard stored.kind == .overtaken, let day = Day(number: stored.day) else { return nil }
        let scope = stored.group.map { LeaderboardScope.group($0) } ?? .friends
        let board = try CountedScores.stored(self).board(scope, .today, day...day, game: nil)
        guard let mine = try board.places(of: [viewer.id]).first,
            let rank = try board.ranks(of: [mine.points])[mine.points]
        else { return nil }
        return NotifiedRank(day: day, rank: rank, points: mine.points)
    }
}
