import Foundation

/// The age group of a person, which decides defaults and restrictions.
public enum Age: Sendable, Equatable {
    /// Under 13: the profile is private and not discoverable.
    case child
    /// 13 to 17: the profile starts as friends-only.
    case teenager
    /// 18 or older.
    case adult

    /// Derives the age group from the birth date.
    public init(bornOn birthDate: Day, today: Day) {
        if today < birthDate.adding(years: 13) {
            self = .child
        } else if today < birthDate.adding(years: 18) {
            self = .teenager
        } else {
            self = .adult
        }
    }

    /// The privacy level of a new account.
    public var defaultPrivacyLevel: PrivacyLevel {
        switch self {
        case .child: .private
        case .teenager: .friends
        case .adult: .public
        }
    }

    /// When a person born on a day stops being treated as a child: their 13th birthday, in UTC.
    public static func childUntil(bornOn birthDate: Day) -> Date { birthDate.adding(years: 13).startInUTC }

    /// Checks that a birth date is plausible.
    /// - Throws: ``SocialError/Code/invalidValue`` for dates in the future or 130 or more years ago.
    public static func check(birthDate: Day, today: Day) throws(SocialError) {
        guard birthDate <= today, birthDate.adding(years: 130) > today else {
            throw SocialError(.invalidValue, "That birth date cannot be right.", field: "birthDate")
        }
    }
}
