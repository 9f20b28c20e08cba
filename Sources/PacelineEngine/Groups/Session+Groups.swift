import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func createGroup(title: String) async throws -> LeaderboardGroup {
        let title = try TextRule.groupTitle.check(title)
        return try await write(receipt: receipt()) { try Groups($0).create(titled: title) }
    }

    public func groups(_ page: PageRequest) async throws -> Page<LeaderboardGroup> {
        try await read { try Groups($0).groups(page) }
    }

    public func group(_ id: LeaderboardGroup.ID) async throws -> LeaderboardGroup {
        try await read { try Groups($0).group(id) }
    }

    public func renameGroup(_ id: LeaderboardGroup.ID, title: String) async throws -> LeaderboardGroup {
        let title = try TextRule.groupTitle.check(title)
        return try await write { try Groups($0).rename(id, to: title) }
    }

    public func deleteGroup(_ id: LeaderboardGroup.ID) async throws {
        try await write { try Groups($0).delete(id) }
    }

    public func setActiveGroup(_ id: LeaderboardGroup.ID?) async throws {
        try await write { try Groups($0).setActive(id) }
    }
}

extension Groups {
    fileprivate func create(titled title: String) throws -> LeaderboardGroup {
        let id = LeaderboardGroup.ID.new(at: now, using: transaction.environment.random)
        try connection.insert(id, titled: title, of: viewer.id, at: now)
        try join(id, as: .owner)
        try transaction.log(.createdGroup, id)
        return try group(id)
    }

    fileprivate func rename(_ id: LeaderboardGroup.ID, to title: String) throws -> LeaderboardGroup {
        try requireManager(of: id)
        try connection.rename(id, to: title, at: now)
        try transaction.log(.changedGroup, id)
        return try group(id)
    }

    fileprivate func delete(_ id: LeaderboardGroup.ID) throws {
        try requireOwner(of: id)
        let members = try connection.members(of: id)
        try transaction.retractNotifications(where: "group_id = \(id)")
        try connection.delete(id)
        try transaction.log(.deletedGroup, id)
        for member in members where member != viewer.id {
            try transaction.log(.removedFromGroup, id, concerning: member)
        }
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
}
