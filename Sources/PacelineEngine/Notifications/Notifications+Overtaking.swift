import Foundation
import Paceline
import PacelineDatabase

/// Limits on the work done when a player gains points, so that writers never wait long.
private enum OvertakingLimit {
    /// The total number of group members to check, oldest groups first. The first group is always checked completely.
    static let members = 1_000
    /// The number of friends to check, newest first.
    static let friends = 500
    /// The number of people to notify, those with the most points first.
    static let receivers = 100
    /// Seconds. Older notifications are not withdrawn.
    static let age: TimeInterval = 4 * 86_400
}

extension NotificationWriter {
    /// Compares the player's points of today and yesterday with the last known ones. Notifies people who were
    /// overtaken, or withdraws notifications when the player fell back.
    /// - Parameter instant: when the player's points last changed.
    func updateOvertaking(of player: Person.ID, at instant: Date) throws {
        let today = try connection.day(of: context.now, for: player)
        let days = [today.adding(days: -1), today]
        try connection.send("DELETE FROM overtaking_points WHERE person = \(player) AND day < \(days[0])")
        for day in days {
            let seen = try connection.checkedPoints(of: player, on: day)
            guard seen.before != seen.now else { continue }
            try connection.setSeenPoints(seen.now, of: player, on: day)
            let change = PointChange(
                player: player, before: seen.before, now: seen.now, day: day, at: instant)
            for kind in OvertakingBoard.Kind.allCases where change.isLoss(on: kind) {
                try withdrawOvertaking(by: change, on: kind)
            }
            if OvertakingBoard.Kind.allCases.contains(where: change.isGain(on:)) {
                try notifyOvertaken(by: change)
            }
        }
    }

    private func notifyOvertaken(by change: PointChange) throws {
        var overtaken: [Person.ID: Overtaken] = [:]
        for board in try boards(of: change.player) where change.isGain(on: board.kind) {
            for row in try passed(by: change, on: board) {
                overtaken[row.person] = overtaken[row.person] ?? row
            }
        }
        for row in overtaken.values.sorted().prefix(OvertakingLimit.receivers) {
            try notify(
                row.person, [.overtaken], of: .board(row.group, change.day), by: change.player, at: change.at)
        }
    }

    /// People who had at least as many points as the player before the change, and have fewer than the player now.
    /// People who have scored since then are not overtaken by earlier points.
    private func passed(by change: PointChange, on board: OvertakingBoard) throws -> [Overtaken] {
        let (before, now) = (change.before[board.kind], change.now[board.kind])
        let earlier: SQL = "CASE WHEN scores.updated_at <= \(change.at) THEN scores.points END"
        let rows = try connection.fetch(
            """
            SELECT shown.person, CAST(SUM(\(earlier)) AS BIGINT)
            FROM (\(board.people)) AS shown
            CROSS JOIN scores
            WHERE scores.owner = shown.person AND scores.day = \(change.day) AND \(board.kind.counts)
            GROUP BY shown.person
            HAVING SUM(\(earlier)) >= \(before) AND SUM(scores.points) < \(now)
            ORDER BY 2 DESC, shown.person
            LIMIT \(OvertakingLimit.receivers)
            """
        ) { Overtaken(person: $0[0], points: $0[1], group: board.group) }
        return rows.filter { Overtaking.passes($0.points, from: before, to: now) }
    }

    /// Withdraws notifications of receivers who have at least as many points again on a board of the kind.
    private func withdrawOvertaking(by change: PointChange, on kind: OvertakingBoard.Kind) throws {
        try withdraw(
            change.player,
            where: """
                actors.at >= \(context.now.addingTimeInterval(-OvertakingLimit.age))
                AND notifications.kind = \(NotificationKind.overtaken) AND notifications.day = \(change.day)
                AND \(kind.isOfNotification)
                AND \(change.now[kind]) <= (SELECT COALESCE(SUM(scores.points), 0)
                    FROM scores
                    WHERE scores.owner = notifications.receiver AND scores.day = \(change.day) AND \(kind.counts))
                """)
    }

    /// The player's boards, groups first.
    private func boards(of player: Person.ID) throws -> [OvertakingBoard] {
        let groups = try connection.fetch(
            """
            SELECT groups.id, groups.member_count
            FROM group_members AS mine
            JOIN groups ON groups.id = mine.group_id
            WHERE mine.person = \(player) AND mine.is_sharing = 1
            ORDER BY groups.id
            LIMIT \(LeaderboardGroup.maxGroupsPerPerson)
            """
        ) { (id: $0[0] as LeaderboardGroup.ID, members: $0[1] as Int) }
        var remaining = OvertakingLimit.members
        let checked = groups.prefix { group in
            defer { remaining -= group.members }
            return remaining == OvertakingLimit.members || remaining >= group.members
        }
        return checked.map { .group($0.id, showing: player, at: context.now) } + [.friends(of: player)]
    }
}

/// A person's points of a day on the boards of groups, and on friends' boards.
private struct BoardPoints: Equatable {
    let groups: Int
    let friends: Int

    subscript(kind: OvertakingBoard.Kind) -> Int {
        switch kind {
        case .group: groups
        case .friends: friends
        }
    }
}

/// A change of a player's points on one day.
private struct PointChange {
    let player: Person.ID
    let before: BoardPoints
    let now: BoardPoints
    let day: Day
    let at: Date

    func isGain(on kind: OvertakingBoard.Kind) -> Bool { before[kind] < now[kind] }

    func isLoss(on kind: OvertakingBoard.Kind) -> Bool { before[kind] > now[kind] }
}

/// The people on a board besides the player.
private struct OvertakingBoard {
    let group: LeaderboardGroup.ID?
    let people: SQL

    enum Kind: CaseIterable {
        case group, friends

        /// Whether boards of the kind count the row of `scores`.
        var counts: SQL {
            switch self {
            case .group: .countsInGroups
            case .friends: .countsAmongFriends
            }
        }

        /// Whether the row of `notifications` is about a board of the kind.
        var isOfNotification: SQL {
            switch self {
            case .group: "notifications.group_id IS NOT NULL"
            case .friends: "notifications.group_id IS NULL"
            }
        }
    }

    var kind: Kind { group == nil ? .friends : .group }

    /// The other members with a row on a group's board who see the player's: of a child, only friends do, unless the
    /// group is supervised.
    static func group(
        _ group: LeaderboardGroup.ID, showing player: Person.ID, at now: Date
    ) -> OvertakingBoard {
        OvertakingBoard(
            group: group,
            people: """
                SELECT person
                FROM group_members
                WHERE group_id = \(group) AND person <> \(player) AND is_sharing = 1
                    AND (NOT \(SQL.isChild("\(player)", at: now))
                        OR \(SQL.isFriend("group_members.person", of: "\(player)"))
                        OR \(SQL.isSupervised("\(group)")))
                """)
    }

    /// Friends' boards show the player if the player agrees. Index: `edges_by_follower`.
    static func friends(of player: Person.ID) -> OvertakingBoard {
        OvertakingBoard(
            group: nil,
            people: """
                SELECT followee AS person
                FROM edges
                WHERE follower = \(player) AND is_mutual = 1
                    AND EXISTS (SELECT 1 FROM settings
                        WHERE settings.person = \(player) AND settings.show_on_leaderboards = 1)
                ORDER BY created_at DESC, followee DESC
                LIMIT \(OvertakingLimit.friends)
                """)
    }
}

/// A person whom the player has overtaken, and the board.
private struct Overtaken: Comparable {
    let person: Person.ID
    let points: Int
    let group: LeaderboardGroup.ID?

    static func < (left: Overtaken, right: Overtaken) -> Bool {
        (right.points, left.person) < (left.points, right.person)
    }
}

extension Connection {
    /// The person's points of the day when they were last checked, and now.
    fileprivate func checkedPoints(
        of person: Person.ID, on day: Day
    ) throws -> (before: BoardPoints, now: BoardPoints) {
        let seen: SQL = "FROM overtaking_points WHERE person = \(person) AND day = \(day)"
        let found = try fetchFirst(
            """
            SELECT COALESCE((SELECT group_points \(seen)), 0), COALESCE((SELECT points \(seen)), 0),
                CAST(COALESCE(SUM(points), 0) AS BIGINT),
                CAST(COALESCE(SUM(CASE WHEN \(SQL.countsAmongFriends) THEN points END), 0) AS BIGINT)
            FROM scores
            WHERE owner = \(person) AND day = \(day) AND \(SQL.countsInGroups)
            """
        ) {
            (
                before: BoardPoints(groups: $0[0], friends: $0[1]),
                now: BoardPoints(groups: $0[2], friends: $0[3])
            )
        }
        let none = BoardPoints(groups: 0, friends: 0)
        return found ?? (before: none, now: none)
    }

    fileprivate func setSeenPoints(_ points: BoardPoints, of person: Person.ID, on day: Day) throws {
        try send(
            """
            INSERT INTO overtaking_points (person, day, points, group_points)
            VALUES (\(person), \(day), \(points.friends), \(points.groups))
            ON CONFLICT (person, day) DO UPDATE
            SET points = excluded.points, group_points = excluded.group_points
            """)
    }
}
