import Foundation
import Paceline
import PacelineDatabase

// For embedded communities: see `LocalCommunity`.
extension Session {
    /// The viewer's card, which the first call makes.
    package func friendCard() async throws -> FriendCard {
        let made = try await read { transaction in
            let friends = LocalFriends(transaction)
            return try friends.secret().map { try friends.card(from: $0) }
        }
        if let made { return made }
        return try await write { try LocalFriends($0).makeCard() }
    }

    /// The secret of the viewer's card in base64url; nil without one.
    package func cardSecret() async throws -> String? {
        try await read(as: .account) { try LocalFriends($0).secret()?.base64URLEncodedString }
    }

    /// Adds the friend whose card it is.
    /// - Throws: see ``LocalFriends/add(_:key:name:)``.
    package func add(_ card: FriendCard) async throws -> LocalFriend {
        let name = try DisplayName(card.name)
        return try await write { try LocalFriends($0).add(card.code, key: card.key, name: name) }
    }

    /// Adds a friend by a typed code.
    /// - Throws: see ``LocalFriends/add(_:key:name:)``.
    package func addFriend(_ name: String, typing code: FriendCode) async throws -> LocalFriend {
        let name = try DisplayName(name)
        return try await write { try LocalFriends($0).add(code, key: nil, name: name) }
    }

    package func localFriends() async throws -> [LocalFriend] {
        try await read(as: .account) { try LocalFriends($0).all() }
    }

    /// Publishes the scores in a share text for a friend.
    /// - Throws: ``SocialError/Code/personNotFound`` unless they are one of ``localFriends()``.
    package func importScores(
        _ text: String, ofLocalFriend friend: Person.ID, on day: Day?
    ) async throws -> [ScoreBatchResult] {
        guard try await localFriends().contains(where: { $0.person.id == friend }) else {
            throw SocialError.personNotFound
        }
        try await write { try LocalFriends($0).adoptTimeZone(for: friend) }
        return try await engine.session(for: friend).importScores(text, on: day)
    }
}
