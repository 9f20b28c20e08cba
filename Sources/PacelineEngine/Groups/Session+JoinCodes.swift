import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func joinCode(of id: LeaderboardGroup.ID) async throws -> JoinCode {
        try await write { try Groups($0).createJoinCode(for: id) }
    }

    public func revokeJoinCode(of id: LeaderboardGroup.ID) async throws {
        try await write { try Groups($0).revokeJoinCode(of: id) }
    }

    public func groupPreview(code: String) async throws -> GroupPreview {
        try await read { try Groups($0).preview(code) }
    }

    public func joinGroup(code: String) async throws -> LeaderboardGroup {
        try await write { try Groups($0).join(with: code) }
    }
}

extension Groups {
    /// The current code, or a new one if there is none.
    fileprivate func createJoinCode(for group: LeaderboardGroup.ID) throws -> JoinCode {
        try requireManager(of: group)
        if let joinCode = try joinCode(of: group) { return joinCode }
        var random = transaction.environment.random
        try connection.setJoinCode(
            JoinCode.Value(using: &random), for: group, until: now.addingTimeInterval(JoinCode.lifetime),
            at: now)
        try transaction.log(.createdJoinCode, group)
        guard let joinCode = try joinCode(of: group) else { throw SocialError.groupNotFound }
        return joinCode
    }

    func revokeJoinCode(of group: LeaderboardGroup.ID) throws {
        try requireManager(of: group)
        guard try connection.deleteJoinCode(of: group) else { return }
        try transaction.log(.revokedJoinCode, group)
    }

    fileprivate func preview(_ code: String) throws -> GroupPreview {
        let group = try group(withJoinCode: code)
        guard let owner = try transaction.people([group.owner])[group.owner] else {
            throw SocialError.codeNotFound
        }
        let hidden = try hiddenMembers(of: [group.id])[group.id] ?? 0
        let isMember = try connection.role(of: viewer.id, in: group.id) != nil
        return GroupPreview(
            title: try transaction.shown(group.title), owner: owner, memberCount: group.memberCount - hidden,
            joinedGroup: isMember ? group.id : nil)
    }

    fileprivate func join(with code: String) throws -> LeaderboardGroup {
        let group = try group(withJoinCode: code)
        if try connection.role(of: viewer.id, in: group.id) == nil {
            try join(group.id)
            try transaction.log(.joinedGroup, group.id, concerning: group.owner)
        }
        return try self.group(group.id)
    }
}
