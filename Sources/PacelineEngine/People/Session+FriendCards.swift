import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func claimFriendCard(secret: String) async throws -> FriendCodeLink {
        let code = FriendCode(cardKey: try Engine.hash(ofDeviceSecret: secret))
        return try await writeRecorded(as: .member) { transaction in
            let (link, isNew) = try Accounts(transaction).claim(code)
            // A thief of the session who claims a card can have strangers ask the owner by it.
            return (link, isNew ? [SecurityChange(kind: .friendCardClaimed)] : [])
        }
    }
}

extension Accounts {
    /// Claims a card's code. Only the device that made the card knows the secret from which the code follows.
    /// - Returns: also whether it was not the viewer's before.
    fileprivate func claim(_ code: FriendCode) throws -> (link: FriendCodeLink, isNew: Bool) {
        guard try connection.cardCodeCount(of: viewer.id, besides: code) < FriendCard.maxPerAccount else {
            throw SocialError(
                .limitReached,
                """
                You have \(Measure.count(FriendCard.maxPerAccount, "friend card")), the most that is possible. Replace \
                your friend code to end them.
                """)
        }
        let inserted = try connection.execute(
            """
            INSERT INTO card_codes (code, person, created_at)
            VALUES (\(code.description), \(viewer.id), \(now))
            ON CONFLICT (code) DO NOTHING
            """)
        let owner = try connection.fetchFirst(
            "SELECT person FROM card_codes WHERE code = \(code.description)"
        ) { $0[0] as Person.ID }
        guard owner == viewer.id else {
            throw SocialError(.identityTaken, "Another account has this friend card.")
        }
        return (link(with: code.description), inserted == 1)
    }
}

extension Connection {
    /// Index: `card_codes_by_person`.
    fileprivate func cardCodeCount(of person: Person.ID, besides code: FriendCode) throws -> Int {
        try fetchFirst(
            """
            SELECT COUNT(*)
            FROM card_codes
            WHERE person = \(person) AND code <> \(code.description)
            """
        ) { $0[0] as Int } ?? 0
    }
}
