import Foundation
import Paceline
import PacelineDatabase

/// The names that a shared link shows to a visitor without an account.
///
/// ```swift
/// let preview = try await engine.preview(ofJoinCode: code)  // "Ana", "Tuesday Crew"
/// ```
public struct LinkPreview: Sendable, Equatable {
    /// The owner of the friend code or of the group; nil for a child, whom visitors don't get to know.
    public let inviter: String?
    /// The title of the group; nil for a friend code, and for the group of a child.
    public let group: String?
}

extension Engine {
    /// Names the owner of a friend code.
    /// - Throws: ``SocialError/Code/friendCodeNotFound``.
    public func preview(ofFriendCode code: FriendCode) async throws -> LinkPreview {
        let now = environment.now()
        guard let preview = try await preview({ try $0.owner(ofFriendCode: code, at: now) }) else {
            throw SocialError.friendCodeNotFound
        }
        return preview
    }

    /// Names a group with a join code, and its owner.
    /// - Throws: ``SocialError/Code/invitationNotFound`` for a code that is unknown or has expired.
    public func preview(ofJoinCode code: JoinCode.Value) async throws -> LinkPreview {
        let now = environment.now()
        guard let preview = try await preview({ try $0.owner(ofJoinCode: code, at: now) }) else {
            throw SocialError.codeNotFound
        }
        return preview
    }

    private func preview(
        _ read: @escaping @Sendable (any Connection) throws -> LinkOwner?
    ) async throws -> LinkPreview? {
        let reader = TextReader(reader: nil, filter: .strict, words: environment.words)
        return try await translatingErrors { try await database.read(read) }.map { owner in
            guard !owner.isChild else { return LinkPreview(inviter: nil, group: nil) }
            return LinkPreview(
                inviter: reader.shown(owner.name, owner.nameRating, ifHeld: owner.username),
                group: owner.title.map {
                    reader.shown($0.text, $0.rating, ifHeld: LeaderboardGroup.untitled)
                })
        }
    }
}

/// The owner of a code, and the title of the group to which it leads.
private struct LinkOwner: Sendable {
    let name: String
    let nameRating: TextRating
    let username: String
    let isChild: Bool
    var title: StoredTitle?

    static func columns(at now: Date) -> SQL {
        """
        people.display_name, people.name_rating, people.username, \(SQL.isChild("people.id", at: now))
        """
    }

    /// Decodes the ``columns(at:)``.
    init(_ row: inout Row) {
        name = row.next()
        nameRating = row.next()
        username = row.next()
        isChild = row.next()
    }
}

extension Connection {
    fileprivate func owner(ofFriendCode code: FriendCode, at now: Date) throws -> LinkOwner? {
        try fetchFirst(
            """
            SELECT \(LinkOwner.columns(at: now))
            FROM people
            WHERE people.friend_code = \(code.description) AND people.username IS NOT NULL
            """
        ) { LinkOwner(&$0) }
    }

    fileprivate func owner(ofJoinCode code: JoinCode.Value, at now: Date) throws -> LinkOwner? {
        try fetchFirst(
            """
            SELECT \(LinkOwner.columns(at: now)), \(StoredTitle.columns)
            FROM group_invites
            JOIN groups ON groups.id = group_invites.group_id
            JOIN people ON people.id = groups.owner
            WHERE group_invites.code = \(code.description) AND group_invites.expires_at > \(now)
            """
        ) { row in
            var owner = LinkOwner(&row)
            owner.title = StoredTitle(&row)
            return owner
        }
    }
}
