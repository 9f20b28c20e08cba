import Foundation
import Paceline
import PacelineDatabase

/// The friends in an embedded community who use the app on other devices.
///
/// Each is a person of the community with both edges of a friendship, so that feeds, boards and streaks show them like
/// others.
struct LocalFriends: FeatureStore {
    let transaction: Transaction

    /// The most friends of one person.
    static let limit = 1_000

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }

    /// The secret from which the viewer's card follows; nil before the first one.
    func secret() throws -> Data? {
        try connection.fetchFirst("SELECT secret FROM device_secrets WHERE person = \(viewer.id)") {
            $0[0] as Data
        }
    }

    func card(from secret: Data) throws -> FriendCard {
        FriendCard(
            name: try transaction.account().displayName,
            key: try Engine.hash(ofDeviceSecret: secret.base64URLEncodedString),
            publicURL: environment.publicURL)
    }

    /// The viewer's card, with a new secret if there is none.
    func makeCard() throws -> FriendCard {
        if let secret = try secret() { return try card(from: secret) }
        let secret = Data(randomBytes: 32)
        try connection.send("INSERT INTO device_secrets (person, secret) VALUES (\(viewer.id), \(secret))")
        return try card(from: secret)
    }

    /// The friends whom the viewer has added, oldest first.
    func all() throws -> [LocalFriend] {
        let rows = try connection.fetch(
            """
            SELECT local_friends.person, local_friends.code,
                CASE WHEN local_friends.card_key IS NULL THEN 0 ELSE 1 END
            FROM local_friends
            JOIN edges ON edges.follower = \(viewer.id) AND edges.followee = local_friends.person
            WHERE edges.is_mutual = 1
            ORDER BY edges.created_at, local_friends.person
            LIMIT \(Self.limit)
            """
        ) { row in (id: row.next() as Person.ID, code: row.next() as String, hasCard: row.next() as Bool) }
        let people = try transaction.people(rows.map(\.id))
        return rows.compactMap { row in
            guard let person = people[row.id], let code = FriendCode(row.code) else { return nil }
            return LocalFriend(person: person, code: code, hasCard: row.hasCard)
        }
    }

    /// Adds a friend, or returns the one with this code.
    /// - Parameters:
    ///   - key: the card's; nil for a typed code.
    ///   - name: must be valid.
    /// - Throws: ``SocialError/Code/selfNotAllowed`` for the viewer's own code, ``SocialError/Code/blockedByMe``,
    ///   ``SocialError/Code/limitReached``.
    func add(_ code: FriendCode, key: Data?, name: DisplayName) throws -> LocalFriend {
        let own = [
            try Accounts(transaction).friendCode().code,
            try secret().map { try card(from: $0).code.description },
        ]
        guard !own.contains(code.description) else { throw SocialError.selfNotAllowed }
        let known = try connection.fetchFirst(
            "SELECT person FROM local_friends WHERE code = \(code.description)"
        ) { $0[0] as Person.ID }
        let person: Person.ID
        if let known {
            person = try transaction.resolveOther(.id(known))
        } else {
            person = try create(code, name)
        }
        if let key {
            try connection.send("UPDATE local_friends SET card_key = \(key) WHERE person = \(person)")
        }
        try befriend(person)
        guard let friend = try all().first(where: { $0.person.id == person }) else {
            throw SocialError(
                .limitReached,
                "You have \(Measure.count(Self.limit, "friend")) here, the most that is possible.")
        }
        return friend
    }

    /// Gives a friend the viewer's current time zone, since the device does not know theirs. Results without a day
    /// count for today in it.
    func adoptTimeZone(for friend: Person.ID) throws {
        try connection.setTimeZone(of: friend, toThatOf: viewer.id)
    }

    private func create(_ code: FriendCode, _ name: DisplayName) throws -> Person.ID {
        let person = try connection.insert(
            NewPerson(
                username: "friend_\(code.description.lowercased().prefix(12))", displayName: name.description,
                nameRating: environment.rating(of: [name.description], byNewcomer: true),
                scoreVisibility: .friends),
            at: now, using: environment.random)
        try connection.send(
            "INSERT INTO local_friends (person, code) VALUES (\(person), \(code.description))")
        return person
    }

    private func befriend(_ person: Person.ID) throws {
        guard try connection.edge(from: viewer.id, to: person)?.isMutual != true else { return }
        let id = ConnectionRequest.ID.new(at: now, using: environment.random)
        try connection.insert(
            id, .friend, from: person, to: viewer.id, message: nil, .harmless, hasCode: true, declinedAt: nil,
            at: now)
        guard let request = try connection.request(id) else { throw SocialError.requestNotFound }
        try Graph(transaction).accept(request)
    }
}
