import Foundation
import Paceline
import PacelineDatabase

/// A follow relation between two people.
struct Edge {
    let isMutual: Bool
    let notifications: Bool
}

extension Connection {
    func edge(from follower: Person.ID, to followee: Person.ID) throws -> Edge? {
        try fetchFirst(
            "SELECT is_mutual, notifications FROM edges WHERE follower = \(follower) AND followee = \(followee)"
        ) { Edge(isMutual: $0[0], notifications: $0[1]) }
    }

    /// Adds the edge and updates the counts. If the followee already follows back, the two become friends.
    /// - Returns: whether the edge is new.
    @discardableResult
    func connect(_ follower: Person.ID, to followee: Person.ID, notifications: Bool = false, at now: Date)
        throws
        -> Bool
    {
        let isMutual = try edge(from: followee, to: follower) != nil
        let added = try execute(
            """
            INSERT INTO edges (follower, followee, is_mutual, notifications, created_at)
            VALUES (\(follower), \(followee), \(isMutual), \(notifications), \(now))
            ON CONFLICT (follower, followee) DO NOTHING
            """)
        guard added == 1 else { return false }
        try changeCounts(of: follower, to: followee, by: 1, areFriends: isMutual)
        try acceptOpenRequestToFollow(from: follower, to: followee)
        if isMutual {
            try setMutual(true, from: followee, to: follower)
            try settleRequests(between: follower, and: followee)
        }
        return true
    }

    /// Removes the edge, ends the friendship that it was part of, and updates the counts.
    /// - Returns: whether the edge existed.
    @discardableResult
    func disconnect(_ follower: Person.ID, from followee: Person.ID) throws -> Bool {
        guard let edge = try edge(from: follower, to: followee) else { return false }
        try send("DELETE FROM edges WHERE follower = \(follower) AND followee = \(followee)")
        if edge.isMutual { try setMutual(false, from: followee, to: follower) }
        try changeCounts(of: follower, to: followee, by: -1, areFriends: edge.isMutual)
        return true
    }

    func setNotifications(_ isOn: Bool, from follower: Person.ID, to followee: Person.ID) throws {
        try send(
            "UPDATE edges SET notifications = \(isOn) WHERE follower = \(follower) AND followee = \(followee)"
        )
    }

    /// The person's followers who are not friends.
    func followersWhoAreNotFriends(of person: Person.ID) throws -> [Person.ID] {
        try fetch("SELECT follower FROM edges WHERE followee = \(person) AND is_mutual = 0") {
            $0[0] as Person.ID
        }
    }

    /// The person's friends of whom no accepted request shows that either knew the other's friend code. Requests that
    /// have been purged since show nothing. Those whom an embedded community added by their code are left out.
    func friendsWithoutCode(of person: Person.ID) throws -> [Person.ID] {
        try fetch(
            """
            SELECT followee
            FROM edges
            WHERE follower = \(person) AND is_mutual = 1
                AND NOT EXISTS (SELECT 1 FROM local_friends WHERE local_friends.person = edges.followee)
                AND NOT EXISTS (SELECT 1 FROM requests
                    WHERE state = 'accepted' AND kind = 'friend' AND has_code = 1
                        AND (sender = edges.follower AND receiver = edges.followee
                            OR sender = edges.followee AND receiver = edges.follower))
            ORDER BY followee
            """
        ) { $0[0] as Person.ID }
    }

    private func setMutual(_ isMutual: Bool, from follower: Person.ID, to followee: Person.ID) throws {
        try send(
            "UPDATE edges SET is_mutual = \(isMutual) WHERE follower = \(follower) AND followee = \(followee)"
        )
    }

    private func changeCounts(
        of follower: Person.ID, to followee: Person.ID, by change: Int, areFriends: Bool
    ) throws {
        let friends = areFriends ? change : 0
        try send(
            """
            UPDATE people
            SET following_count = following_count + \(change), friend_count = friend_count + \(friends)
            WHERE id = \(follower)
            """)
        try send(
            """
            UPDATE people
            SET follower_count = follower_count + \(change), friend_count = friend_count + \(friends)
            WHERE id = \(followee)
            """)
    }
}

/// A list of people derived from a person's edges.
enum EdgeList: String {
    case friends, followers, following

    /// The columns of `edges` with the listed people and with the owner of the list.
    var columns: (listed: SQL, owner: SQL) {
        self == .followers ? ("follower", "followee") : ("followee", "follower")
    }
}

extension Transaction {
    /// A page of the list, latest edge first. Index: `edges_by_follower` or `edges_by_followee`.
    /// - Parameter conditions: further conditions on `people`, starting with `AND`.
    func people(
        _ list: EdgeList, of owner: Person.ID, _ page: PageRequest, where conditions: SQL = .empty
    ) throws -> Page<Person> {
        let (listed, ownerColumn) = list.columns
        return try people(
            in: "\(list.rawValue)|\(owner)", "edges", listed,
            where: """
                edges.\(ownerColumn) = \(owner)
                    \(list == .friends ? "AND edges.is_mutual = 1" : .empty)
                    AND people.username IS NOT NULL
                    \(SQL.isNotHidden("people.id", from: viewer))
                    \(conditions)
                """, page)
    }
}
