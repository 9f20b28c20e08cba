import Foundation
import Paceline
import PacelineDatabase

extension Transaction {
    /// The person as the viewer may see them: with the whole profile, or the card only.
    func person(_ id: Person.ID) throws -> Person {
        let closeness = try connection.closeness(from: viewer.id, to: id)
        let found = try connection.fetchFirst(
            """
            SELECT \(Person.columns), \(Profile.columns), people.shows_workout_stats
            FROM people
            WHERE people.id = \(id)
            """
        ) { row in
            (card: Person(&row), profile: Profile(&row), showsStats: row.next() as Bool)
        }
        guard let found else { throw SocialError.personNotFound }
        let audience = Audience.of(found.profile.privacyLevel)
        guard ItemVisibility.allows(closeness: closeness, audience: audience, item: .public) else {
            return try presenting([found.card], withRelationship: true)[0]
        }
        var person = try presenting([found.profile.added(to: found.card)], withRelationship: true)[0]
        person.followerCount? -= try hiddenEdges(of: [id], .followers)[id] ?? 0
        person.followingCount? -= try hiddenEdges(of: [id], .following)[id] ?? 0
        if found.showsStats || closeness == .me { person.stats = try stats(of: id, seenFrom: closeness) }
        if !found.profile.showsWorkoutDetails, closeness != .me {
            person.stats = person.stats?.withoutDetails
        }
        return person
    }
}

/// The part of a profile that the card leaves out.
private struct Profile {
    let bio: String?
    let bioRating: TextRating
    let hasHeader: Bool
    let isVerified: Bool
    let privacyLevel: PrivacyLevel
    let joinedAt: Date
    let followerCount: Int
    let followingCount: Int
    let showsWorkoutDetails: Bool

    static let columns: SQL = """
        people.bio, people.bio_rating, people.header IS NOT NULL, people.is_verified, people.privacy_level,
        people.joined_at, people.follower_count, people.following_count, people.shows_workout_details
        """

    /// Decodes the ``columns``.
    init(_ row: inout Row) {
        bio = row.next()
        bioRating = row.next()
        hasHeader = row.next()
        isVerified = row.next()
        privacyLevel = row.next()
        joinedAt = row.next()
        followerCount = row.next()
        followingCount = row.next()
        showsWorkoutDetails = row.next()
    }

    func added(to card: Person) -> Person {
        var person = card
        person.bio = bio
        person.bioRating = bioRating
        person.headerURL = hasHeader ? PictureAddress.header(of: card.id) : nil
        person.isVerified = isVerified
        person.privacyLevel = privacyLevel
        person.joinedAt = joinedAt
        person.followerCount = followerCount
        person.followingCount = followingCount
        person.showsWorkoutDetails = showsWorkoutDetails
        return person
    }
}

extension Transaction {
    /// The viewer's own account, including its private part.
    func account() throws -> Account {
        let account = try connection.account(
            viewer.id, stats: stats(of: viewer.id, seenFrom: .me), importKey: importKey)
        guard var account else { throw SocialError.personNotFound }
        account.friendCount -= try hiddenEdges(of: [viewer.id], .friends)[viewer.id] ?? 0
        account.followerCount -= try hiddenEdges(of: [viewer.id], .followers)[viewer.id] ?? 0
        account.followingCount -= try hiddenEdges(of: [viewer.id], .following)[viewer.id] ?? 0
        return account
    }

    /// The viewer's secret: see ``Account/importKey``. Derived from the community's secret, so it need not be stored.
    private var importKey: String {
        Data(communityKey.hash("import key", viewer.id.description)).base64URLEncodedString
    }
}

extension Connection {
    func account(_ id: Person.ID, stats: PersonStats, importKey: String) throws -> Account? {
        guard let settings = try settings(of: id) else { return nil }
        return try fetchFirst(
            """
            SELECT people.username, people.display_name, people.bio, people.avatar IS NOT NULL,
                people.header IS NOT NULL, people.is_verified, people.privacy_level, people.joined_at,
                people.friend_count, people.follower_count, people.following_count, accounts.email,
                accounts.email_confirmed_at IS NOT NULL, accounts.full_name, accounts.birth_date,
                accounts.time_zone, accounts.created_at, people.updated_at, accounts.last_sign_in_at,
                accounts.role,
                people.name_rating >= \(TextRating.firstHeld) OR people.bio_rating >= \(TextRating.firstHeld)
            FROM people
            JOIN accounts ON accounts.person = people.id
            WHERE people.id = \(id)
            """
        ) { row in
            Account(
                id: id, username: row.next(), displayName: row.next(), bio: row.next(),
                avatarURL: row.next() ? PictureAddress.avatar(of: id) : nil,
                headerURL: row.next() ? PictureAddress.header(of: id) : nil, isVerified: row.next(),
                privacyLevel: row.next(),
                joinedAt: row.next(), friendCount: row.next(), followerCount: row.next(),
                followingCount: row.next(),
                stats: stats,
                email: row.next(), isEmailConfirmed: row.next(), fullName: row.next(),
                birthDate: row.next(), timeZone: row.next(),
                createdAt: row.next(),
                updatedAt: row.next(), lastSignInAt: row.next(), importKey: importKey, role: row.next(),
                settings: settings, isWaiting: row.next() ? true : nil)
        }
    }

    /// Advances `updated_at`, which identifies the version, by at least one millisecond.
    func bumpVersion(of person: Person.ID, at now: Date) throws {
        try send(
            """
            UPDATE people
            SET updated_at = CASE WHEN updated_at < \(now) THEN \(now) ELSE updated_at + 1 END
            WHERE id = \(person)
            """)
    }
}
