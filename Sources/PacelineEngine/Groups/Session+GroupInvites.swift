import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func invite(to id: LeaderboardGroup.ID) async throws -> GroupInvite {
        try await write { try Groups($0).makeInvite(to: id) }
    }

    public func revokeInvite(to id: LeaderboardGroup.ID) async throws {
        try await write { try Groups($0).revokeInvite(to: id) }
    }

    public func groupPreview(code: String) async throws -> GroupPreview {
        try await read { try Groups($0).preview(code) }
    }

    public func joinGroup(code: String) async throws -> LeaderboardGroup {
        try await write { try Groups($0).join(with: code) }
    }
}

extension Groups {
    /// The code that is in force, or a new one.
    fileprivate func makeInvite(to group: LeaderboardGroup.ID) throws -> GroupInvite {
        try roleInCharge(of: group)
        if let invite = try invite(to: group) { return invite }
        var random = SystemRandomNumberGenerator()
        try connection.setInvite(
            InviteCode(using: &random), to: group, until: now.addingTimeInterval(GroupInvite.lifetime),
            at: now)
        try transaction.log(.madeGroupInvite, group)
        guard let invite = try invite(to: group) else { throw SocialError.groupNotFound }
        return invite
    }

    fileprivate func revokeInvite(to group: LeaderboardGroup.ID) throws {
        try roleInCharge(of: group)
        guard try connection.deleteInvite(to: group) else { return }
        try transaction.log(.revokedGroupInvite, group)
    }

    fileprivate func preview(_ code: String) throws -> GroupPreview {
        let group = try group(invitingWith: code)
        guard let owner = try transaction.people([group.owner])[group.owner] else {
            throw SocialError.codeNotFound
        }
        let hidden = try hiddenMembers(of: [group.id])[group.id] ?? 0
        return GroupPreview(title: group.title, owner: owner, memberCount: group.memberCount - hidden)
    }

    fileprivate func join(with code: String) throws -> LeaderboardGroup {
        let group = try group(invitingWith: code)
        if try connection.role(of: viewer.id, in: group.id) == nil {
            try join(group.id)
            try transaction.log(.joinedGroup, group.id, concerning: group.owner)
        }
        return try self.group(group.id)
    }
}
