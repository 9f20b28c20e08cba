import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func createGroup(title: String) async throws -> LeaderboardGroup {
        let title = try await checkedTitle(title)
        return try await write(receipt: receipt()) { try Groups($0).create(titled: title) }
    }

    public func groups(_ page: PageRequest) async throws -> Page<LeaderboardGroup> {
        try await read { try Groups($0).groups(page) }
    }

    public func group(_ id: LeaderboardGroup.ID) async throws -> LeaderboardGroup {
        try await read { try Groups($0).group(id) }
    }

    public func updateGroup(_ id: LeaderboardGroup.ID, _ changes: GroupChanges) async throws
        -> LeaderboardGroup
    {
        var changes = changes
        if let title = changes.title { changes.title = try await checkedTitle(title) }
        if let metrics = changes.metrics { changes.metrics = try checkedMetrics(metrics) }
        return try await write { [changes] in try Groups($0).update(id, changes) }
    }

    private func checkedMetrics(_ metrics: [BoardMetric]) throws(SocialError) -> [BoardMetric] {
        guard (1...BoardMetric.maxSeasonMetrics).contains(metrics.count), Set(metrics).count == metrics.count,
            metrics.allSatisfy(BoardMetric.seasonMetrics.contains)
        else {
            let names = BoardMetric.seasonMetrics.map(\.rawValue).joined(separator: ", ")
            throw SocialError(
                .invalidValue, "Choose 1 to \(BoardMetric.maxSeasonMetrics) of \(names), each once.",
                field: "metrics")
        }
        return metrics
    }

    /// Checks the title of a group, which invitations and notifications show to people outside it, or of a tournament.
    func checkedTitle(_ title: String) async throws -> String {
        let reserved = try await engine.reservedNames(forChoosing: title, by: viewer)
        return try TextRule.groupTitle.check(name: title, in: reserved)
    }

    public func deleteGroup(_ id: LeaderboardGroup.ID) async throws {
        try await writeRecorded(as: .member) {
            let (title, hadOthers) = try Groups($0).delete(id)
            return ((), [.ofGroup(.groupDeleted, titled: title, hasOthers: hadOthers, in: $0)])
        }
    }

    public func setActiveGroup(_ id: LeaderboardGroup.ID?) async throws {
        try await write { try Groups($0).setActive(id) }
    }

    public func setSharing(_ isSharing: Bool, with id: LeaderboardGroup.ID) async throws -> LeaderboardGroup {
        // A score that the viewer publishes meanwhile must reopen the same seasons.
        try await write(locking: .scoresBesideOthers) { try Groups($0).setSharing(isSharing, with: id) }
    }
}

extension Groups {
    fileprivate func create(titled title: String) throws -> LeaderboardGroup {
        let id = LeaderboardGroup.ID.new(at: now, using: transaction.environment.random)
        let rating = try transaction.rating(of: [title])
        try connection.insert(id, titled: title, rating, of: viewer.id, at: now)
        if rating.isHeld { try connection.hold(.group, id.uuid, of: viewer.id, at: now) }
        try join(id, as: .owner)
        try transaction.log(.createdGroup, id)
        return try group(id)
    }

    /// - Parameter changes: must be validated.
    fileprivate func update(_ id: LeaderboardGroup.ID, _ changes: GroupChanges) throws -> LeaderboardGroup {
        let role = try requireManager(of: id)
        try requireMayMake(changes, in: id, as: role)
        guard changes != GroupChanges() else { return try group(id) }
        // The same title does not wait again.
        if let title = changes.title, try title != connection.title(of: id) { try rate(title, of: id) }
        try connection.update(id, changes, at: now)
        try transaction.log(.changedGroup, id)
        return try group(id)
    }

    /// Only the owner, who is a friend of each child in the group, chooses the title that children read, and decides
    /// who sees their results. An administrator may not be their friend. No access token decides who sees them.
    /// - Throws: ``SocialError/Code/notAllowed``, ``SocialError/Code/insufficientScope``.
    private func requireMayMake(
        _ changes: GroupChanges, in id: LeaderboardGroup.ID, as role: GroupRole
    ) throws {
        if role != .owner, let title = changes.title, try title != connection.title(of: id) {
            throw SocialError(.notAllowed, "Only the group's owner can change its title.")
        }
        guard let isSupervised = changes.isSupervised, try isSupervised != connection.isSupervised(id) else {
            return
        }
        guard role == .owner else {
            throw SocialError(.notAllowed, "Only the group's owner can decide whether it is supervised.")
        }
        guard !transaction.isForAccessToken else {
            throw SocialError(
                .insufficientScope, "An access token cannot decide whether a group is supervised. Sign in.")
        }
    }

    private func rate(_ title: String, of id: LeaderboardGroup.ID) throws {
        let rating = try transaction.rating(of: [title])
        try connection.send("UPDATE groups SET rating = \(rating) WHERE id = \(id)")
        try transaction.hold(.group, id.uuid, rating, wasHeld: true)
    }

    /// - Returns: the group's title, and whether others were members.
    fileprivate func delete(_ id: LeaderboardGroup.ID) throws -> (title: String?, hadOthers: Bool) {
        try requireOwner(of: id)
        let title = try connection.title(of: id)
        let members = try connection.members(of: id)
        // First, since notifications of invitations that were withdrawn are not shown.
        try transaction.retractNotifications(where: "group_id = \(id)")
        try withdrawInvitations(to: id)
        try connection.delete(id)
        try transaction.log(.deletedGroup, id)
        for member in members where member != viewer.id {
            try transaction.log(.removedFromGroup, id, concerning: member)
        }
        return (title, members.contains { $0 != viewer.id })
    }

    fileprivate func setActive(_ id: LeaderboardGroup.ID?) throws {
        if let id { try role(in: id) }
        let before = try connection.activeGroup(of: viewer.id)
        guard before != id else { return }
        try connection.setActive(id, of: viewer.id)
        for group in [before, id].compactMap(\.self) {
            try transaction.log(.changedActiveGroup, group.uuid)
        }
    }

    fileprivate func setSharing(_ isSharing: Bool, with id: LeaderboardGroup.ID) throws -> LeaderboardGroup {
        let before = try group(id)
        guard before.isSharing != isSharing else { return before }
        try connection.setSharing(isSharing, of: viewer.id, with: id)
        try transaction.log(.changedSharing, id)
        try transaction.reopenSeasons(of: id, nowSharing: isSharing)
        return try group(id)
    }
}
