import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

extension ReplicaTransaction {
    /// Stores a page of a load.
    /// - Parameter readAt: when the server sent it, in milliseconds since 1970.
    mutating func apply(_ loaded: Loaded, for load: Load, readAt: Int64) throws {
        switch loaded {
        case .account(let account):
            try put(.account, .zero, try account.json(), readAt: readAt)
            try finish(load)
        case .people(let people, let next):
            for person in people { try apply(person, from: load.kind, readAt: readAt) }
            try advance(load, to: next)
        case .requests(let requests, let next):
            for request in requests { try apply(request, for: load, readAt: readAt) }
            try advance(load, to: next)
        case .groups(let groups, let next):
            for group in groups { try put(.group, group.id.uuid, try group.json(), readAt: readAt) }
            try advance(load, to: next)
        case .invitations(let invitations, let next):
            for invitation in invitations {
                try put(.invitation, invitation.group.uuid, try invitation.json(), readAt: readAt)
            }
            try advance(load, to: next)
        case .items(let items, let next):
            for item in items { try put(item, readAt: readAt) }
            let isComplete = try next == nil || isFeedComplete(load, items, readAt)
            moveHorizon(load.kind, after: items.last, isComplete: isComplete, isEnd: next == nil)
            try advance(load, to: isComplete ? nil : next)
        case .comments(let comments, let next):
            for comment in comments { try put(comment, readAt: readAt) }
            try advance(load, to: next)
        case .person(let person): try apply(person, for: load, readAt: readAt)
        case .item(let item):
            try put(item, readAt: readAt)
            try finish(load)
        case .gone:
            if load.kind == .person || load.kind == .personFeed { try drop(Person.ID(load.id)) }
            if load.kind == .item || load.kind == .comments { try deleteItem(load.id) }
            try finish(load)
        }
    }

    private func apply(_ person: Person, from list: Load.Kind, readAt: Int64) throws {
        switch list {
        case .mutes: try put(.mute, person.id.uuid, person: person.id, try person.json(), readAt: readAt)
        case .blocks: try put(edge: person.id, .blockedByMe, readAt: readAt)
        default:
            if let relationship = person.relationship, relationship != .notFriends {
                try put(edge: person.id, relationship, readAt: readAt)
            }
            // Lists contain only a part of each profile. The rest is loaded when the profile is shown.
            if list == .following, try !isMuted(person.id) { try put(person, readAt: readAt) }
        }
    }

    /// Stores a pending request. It is also the relationship, unless a list of this load contained a closer one.
    private func apply(_ request: ConnectionRequest, for load: Load, readAt: Int64) throws {
        try put(request, readAt: readAt)
        let isIncoming = load.kind == .incomingRequests
        let other = isIncoming ? request.from.id : request.to.id
        let isKnown = try connection.exists(
            """
            SELECT 1 FROM things
            WHERE kind = \(StoredKind.edge.rawValue) AND id = \(other.uuid) AND stamp >= \(load.started)
            """)
        guard !isKnown else { return }
        try put(edge: other, isIncoming ? .requestSentToMe : .requestSentByMe, readAt: readAt)
    }

    /// Stores a profile. If the viewer follows the person, their items are loaded next.
    private func apply(_ person: Person, for load: Load, readAt: Int64) throws {
        try finish(load)
        if let relationship = person.relationship, relationship != .notFriends {
            try put(edge: person.id, relationship, readAt: readAt)
        }
        // The relationship says "request sent" even if the viewer follows the person. Only a followed person's profile
        // has `notifications`.
        guard person.notifications != nil, try !isMuted(person.id) else { return }
        try put(person, readAt: readAt)
        try scheduleLoad(.personFeed, person.id.uuid)
    }

    /// Updates since when the home feed is stored completely. The last instant of a page does not count, since the next
    /// page may have more items of it.
    /// - Parameters:
    ///   - isComplete: whether the load ends with this page.
    ///   - isEnd: whether the server has no more.
    private mutating func moveHorizon(
        _ kind: Load.Kind, after last: FeedItem?, isComplete: Bool, isEnd: Bool
    ) {
        let start = isEnd ? 0 : last.map { $0.at.milliseconds + 1 } ?? 0
        switch kind {
        case .feed where isComplete: meta.horizon = start
        // A repeated load does not remove the older pages that are stored.
        case .feed: meta.horizon = min(meta.horizon ?? .max, start)
        // Of a newly followed person, older items are not stored.
        case .personFeed where isComplete: meta.horizon = meta.horizon.map { max($0, start) }
        default: break
        }
    }

    /// Whether a full load of the feed ends with this page: after 5,000 items or 90 days.
    private func isFeedComplete(_ load: Load, _ items: [FeedItem], _ readAt: Int64) throws -> Bool {
        guard let last = items.last else { return true }
        if last.at.milliseconds < readAt - Self.feedSpan { return true }
        let count = try connection.fetchFirst(
            "SELECT COUNT(*) FROM items WHERE stamp >= \(load.started)"
        ) { $0[0] as Int64 }
        return count ?? 0 >= Self.feedLimit
    }

    private static let feedLimit: Int64 = 5_000
    /// In milliseconds.
    private static let feedSpan: Int64 = 90 * 86_400_000

    /// Performs a load that needs no request.
    func performLocally(_ load: Load) throws {
        if load.kind == .lostPeople { try removeLostPeople(load) } else { try sweep(load) }
        try finish(load)
    }

    /// Removes the people who were not in the lists of a full load. It runs before the feed is loaded, so that their
    /// items disappear first.
    private func removeLostPeople(_ load: Load) throws {
        try connection.execute("DELETE FROM people WHERE stamp < \(load.started)")
        try connection.execute(
            "DELETE FROM things WHERE stamp < \(load.started) AND kind IN ('edge', 'mute')")
        let viewer = try account()?.id.uuid ?? .zero
        for (table, person) in [("items", "owner"), ("comments", "author")] as [(SQL, SQL)] {
            try connection.execute(
                """
                DELETE FROM \(table)
                WHERE stamp < \(load.started) AND \(person) <> \(viewer)
                    AND \(person) NOT IN (SELECT id FROM people)
                """)
        }
    }

    /// Removes the rows that a full load did not write.
    private func sweep(_ load: Load) throws {
        for table in ["items", "comments", "people"] as [SQL] {
            try connection.execute("DELETE FROM \(table) WHERE stamp < \(load.started)")
        }
        try connection.execute(
            """
            DELETE FROM things
            WHERE stamp < \(load.started) AND kind NOT IN ('account', 'notificationSettings')
            """)
    }
}
