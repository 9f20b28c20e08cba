import Foundation
import Paceline
import PacelineDatabase

/// The data of a new account.
struct NewPerson {
    var username: String?
    var displayName = Self.unnamed
    var nameRating = TextRating.harmless
    /// Nil if it is unknown, which limits the account.
    var birthDate: Day?
    var email: String?
    /// A time zone identifier; UTC when nil.
    var timeZone: String?
    /// The community's default.
    var scoreVisibility = ScoreVisibility.friends

    /// The display name of a person who has chosen neither a name nor a username.
    static let unnamed = "New member"

    /// The name by which others find and sort a person: not one that is held, which search would confirm and cursors
    /// contain.
    static func sortName(of displayName: String, _ rating: TextRating, username: String?) -> String {
        (rating.isHeld ? username ?? unnamed : displayName).foldedForSearch
    }

    var zone: TimeZone { timeZone.flatMap { TimeZone(identifier: $0) } ?? .gmt }
}

extension Connection {
    /// Creates the person with their account, settings and friend code.
    func insert(_ newPerson: NewPerson, at now: Date, using random: RandomSource) throws -> Person.ID {
        let id = Person.ID.new(using: random)
        let friendCode = try unusedFriendCode(using: random)
        let zone = newPerson.zone
        let age = AgeGroup(bornOn: newPerson.birthDate, at: now, in: zone)
        let birthdays = newPerson.birthDate.map { Birthdays(bornOn: $0, in: zone) }
        let privacy = age.defaultPrivacyLevel
        let sortName = NewPerson.sortName(
            of: newPerson.displayName, newPerson.nameRating, username: newPerson.username)
        try send(
            """
            INSERT INTO people (id, username, display_name, name_folded, name_rating, privacy_level, audience,
                friend_code, active_at, joined_at, updated_at)
            VALUES (\(id), \(newPerson.username), \(newPerson.displayName), \(sortName),
                \(newPerson.nameRating), \(privacy), \(Audience.of(privacy)), \(friendCode.description), \(now),
                \(now), \(now))
            """)
        if newPerson.nameRating.isHeld { try hold(.name, id.uuid, of: id, at: now) }
        try send(
            """
            INSERT INTO accounts (person, email, birth_date, time_zone, created_at, last_sign_in_at, child_until,
                minor_until, age_notice_at)
            VALUES (\(id), \(newPerson.email), \(newPerson.birthDate), \(newPerson.timeZone ?? "UTC"), \(now), \(now),
                \(birthdays?.childUntil), \(birthdays?.minorUntil), \(birthdays?.next(after: now)))
            """)
        try save(AccountSettings.defaults(for: age, scoreVisibility: newPerson.scoreVisibility), of: id)
        try updateSearch(of: id)
        try append(LogEntry(kind: .signedUp, person: id, topic: id.uuid, subject: id.uuid), at: now)
        return id
    }

    /// Gives a person who has chosen no name their username as the display name.
    /// - Parameter community: the names that are reserved besides those of staff.
    func nameUnnamed(
        _ person: Person.ID, after username: String, in community: CommunityNames
    ) throws {
        // Some usernames are reserved as display names.
        guard (try? DisplayName(username, in: community)) != nil else { return }
        try send(
            """
            UPDATE people SET display_name = \(username), name_folded = \(username.foldedForSearch)
            WHERE id = \(person) AND display_name = \(NewPerson.unnamed)
            """)
    }

    func unusedFriendCode(using random: RandomSource) throws -> FriendCode {
        var random = random
        var code = FriendCode(using: &random)
        while try exists("SELECT 1 FROM people WHERE friend_code = \(code.description)") {
            code = FriendCode(using: &random)
        }
        return code
    }
}
