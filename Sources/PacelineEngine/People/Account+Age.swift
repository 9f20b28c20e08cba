import Foundation
import Paceline
import PacelineDatabase

extension Account {
    /// Makes the profile as private as the age wants it.
    ///
    /// A child's is private. A teenager's starts for friends, also when the age becomes known only now; what a teenager
    /// chooses themselves is obeyed.
    /// - Throws: ``SocialError/Code/ageRestricted`` for a child who would open the profile.
    mutating func applyAgeRules(
        on today: Day, changing changes: AccountChanges, from old: Account
    ) throws(SocialError) {
        guard let birthDate else { return }
        switch Age(bornOn: birthDate, today: today) {
        case .child:
            guard changes.privacyLevel ?? .private == .private else {
                throw SocialError(.ageRestricted, "Until 13, a profile is private.", field: "privacyLevel")
            }
            privacyLevel = .private
        case .teenager:
            let isNews = old.birthDate == nil && changes.privacyLevel == nil
            if isNews, privacyLevel == .public { privacyLevel = .friends }
        case .adult: return
        }
    }
}

extension Transaction {
    /// Closes what the viewer may not have, or would not have started with, now that their birth date is set.
    func restrictForAge(bornOn birthDate: Day, _ settings: AccountSettings) throws {
        let age = Age(bornOn: birthDate, today: Day(of: now, in: .gmt))
        try connection.save(settings.closed(for: age), of: viewer.id)
        guard age == .child else { return }
        for follower in try connection.followersWhoAreNotFriends(of: viewer.id) {
            try connection.disconnect(follower, from: viewer.id)
            try log(.unfollowed, concerning: follower)
        }
        for request in try connection.rejectRequestsToFollow(viewer.id, at: now) {
            try log(.rejectedRequest, request.uuid)
        }
    }
}
