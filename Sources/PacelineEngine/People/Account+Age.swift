import Foundation
import Paceline
import PacelineDatabase

extension Account {
    /// Adjusts the privacy level to the person's age.
    ///
    /// A child's profile is private. A teenager's profile is limited to friends when the birth date is first set, but a
    /// teenager may choose another level.
    /// - Throws: ``SocialError/Code/ageRestricted`` when the changes would open a child's profile.
    mutating func applyAgeRules(
        on today: Day, changing changes: AccountChanges, from old: Account
    ) throws(SocialError) {
        guard let birthDate else { return }
        switch Age(bornOn: birthDate, today: today) {
        case .child:
            guard changes.privacyLevel ?? .private == .private else {
                throw SocialError(
                    .ageRestricted, "Until the age of 13, a profile must be private.", field: "privacyLevel")
            }
            privacyLevel = .private
        case .teenager:
            let usesDefault = old.birthDate == nil && changes.privacyLevel == nil
            if usesDefault, privacyLevel == .public { privacyLevel = .friends }
        case .adult: return
        }
    }
}

extension SQL {
    /// Whether the person's birth date is known and makes them at least this old today.
    static func isAtLeast(_ years: Int, _ person: SQL, at now: Date) -> SQL {
        hasBirthDate(person, "birth_date <= \(latestBirthDate(ofPeopleAged: years, at: now))")
    }

    /// Whether the person's birth date is known and makes them younger than this today.
    static func isUnder(_ years: Int, _ person: SQL, at now: Date) -> SQL {
        hasBirthDate(person, "birth_date > \(latestBirthDate(ofPeopleAged: years, at: now))")
    }

    /// Whether anyone is younger than this today. Index: `accounts_by_birth_date`.
    static func hasPeople(under years: Int, at now: Date) -> SQL {
        """
        (COALESCE((
            SELECT birth_date
            FROM accounts
            WHERE birth_date IS NOT NULL
            ORDER BY birth_date DESC
            LIMIT 1), 0) > \(latestBirthDate(ofPeopleAged: years, at: now)))
        """
    }

    private static func hasBirthDate(_ person: SQL, _ condition: SQL) -> SQL {
        "EXISTS (SELECT 1 FROM accounts WHERE accounts.person = \(person) AND accounts.\(condition))"
    }

    /// The last birth date with which a person has reached the age. Days are numbers like 20260131.
    private static func latestBirthDate(ofPeopleAged years: Int, at now: Date) -> Int {
        Day(of: now, in: .gmt).number - years * 1_00_00
    }
}

extension Accounts {
    /// Applies the settings for the viewer's age after they have set their birth date. A child also loses followers who
    /// are not friends, and pending follow requests.
    func restrictForAge(bornOn birthDate: Day, _ settings: AccountSettings) throws {
        let age = Age(bornOn: birthDate, today: Day(of: now, in: .gmt))
        try connection.save(settings.restricted(for: age), of: viewer.id)
        guard age == .child else { return }
        for follower in try connection.followersWhoAreNotFriends(of: viewer.id) {
            try connection.disconnect(follower, from: viewer.id)
            try transaction.log(.unfollowed, concerning: follower)
        }
        for request in try connection.rejectRequestsToFollow(viewer.id, at: now) {
            try transaction.log(.rejectedRequest, request.uuid)
        }
    }
}
