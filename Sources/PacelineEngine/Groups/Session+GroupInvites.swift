import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func invite(to id: LeaderboardGroup.ID) async throws -> GroupInvite {
        try await write { transaction in
            try transaction.roleInCharge(of: id)
            if let invite = try transaction.invite(to: id) { return invite }
            var random = SystemRandomNumberGenerator()
            try transaction.connection.setInvite(
                InviteCode(using: &random), to: id,
                until: transaction.now.addingTimeInterval(GroupInvite.lifetime), at: transaction.now)
            try transaction.log(.madeGroupInvite, id)
            guard let invite = try transaction.invite(to: id) else { throw SocialError.groupNotFound }
            return invite
        }
    }

    public func revokeInvite(to id: LeaderboardGroup.ID) async throws {
        try await write { transaction in
            try transaction.roleInCharge(of: id)
            guard try transaction.connection.deleteInvite(to: id) else { return }
            try transaction.log(.revokedGroupInvite, id)
        }
    }

    public func groupPreview(code: String) async throws -> GroupPreview {
        try await read { transaction in
            let group = try transaction.group(invitingWith: code)
            guard let owner = try transaction.people([group.owner])[group.owner] else {
                throw SocialError.codeNotFound
            }
            let hidden = try transaction.hiddenMembers(of: [group.id])[group.id] ?? 0
            return GroupPreview(title: group.title, owner: owner, memberCount: group.memberCount - hidden)
        }
    }

    public func joinGroup(code: String) async throws -> LeaderboardGroup {
        try await write { transaction in
            let group = try transaction.group(invitingWith: code)
            if try transaction.connection.role(of: transaction.viewer.id, in: group.id) == nil {
                try transaction.join(group.id)
                try transaction.log(.joinedGroup, group.id, concerning: group.owner)
            }
            return try transaction.group(group.id)
        }
    }
}
