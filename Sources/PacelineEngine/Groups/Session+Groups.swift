import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func createGroup(title: String) async throws -> LeaderboardGroup {
        let title = try TextRule.groupTitle.check(title)
        return try await write(receipt: receipt()) { transaction in
            let id = LeaderboardGroup.ID.new(at: transaction.now)
            try transaction.connection.insert(
                id, titled: title, of: transaction.viewer.id, at: transaction.now)
            try transaction.join(id, as: .owner)
            try transaction.log(.createdGroup, id)
            return try transaction.group(id)
        }
    }

    public func groups(_ page: PageRequest) async throws -> Page<LeaderboardGroup> {
        try await read { try $0.groups(page) }
    }

    public func group(_ id: LeaderboardGroup.ID) async throws -> LeaderboardGroup {
        try await read { try $0.group(id) }
    }

    public func renameGroup(_ id: LeaderboardGroup.ID, title: String) async throws -> LeaderboardGroup {
        let title = try TextRule.groupTitle.check(title)
        return try await write { transaction in
            try transaction.roleInCharge(of: id)
            try transaction.connection.rename(id, to: title, at: transaction.now)
            try transaction.log(.changedGroup, id)
            return try transaction.group(id)
        }
    }

    public func deleteGroup(_ id: LeaderboardGroup.ID) async throws {
        try await write { transaction in
            try transaction.requireOwner(of: id)
            let members = try transaction.connection.members(of: id)
            try transaction.takeBackNotifications(where: "group_id = \(id)")
            try transaction.connection.delete(id)
            try transaction.log(.deletedGroup, id)
            for member in members where member != transaction.viewer.id {
                try transaction.log(.removedFromGroup, id, concerning: member)
            }
        }
    }

    public func setActiveGroup(_ id: LeaderboardGroup.ID?) async throws {
        try await write { transaction in
            if let id { try transaction.role(in: id) }
            let (connection, me) = (transaction.connection, transaction.viewer.id)
            let before = try connection.activeGroup(of: me)
            guard before != id else { return }
            try connection.setActive(id, of: me)
            for group in [before, id].compactMap(\.self) {
                try transaction.log(.changedActiveGroup, group.uuid)
            }
        }
    }
}
