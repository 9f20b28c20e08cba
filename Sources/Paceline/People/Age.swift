import Foundation

/// What follows from a birth date (S3).
public enum Age: Sendable, Equatable {
    /// Under 13: private, not discoverable.
    case child
    /// 13 to 17: friends-only unless they choose otherwise.
    case teenager
    case adult

    public init(bornOn birthDate: Day, today: Day) {
        if today < birthDate.adding(years: 13) {
            self = .child
        } else if today < birthDate.adding(years: 18) {
            self = .teenager
        } else {
            self = .adult
        }
    }

    /// The privacy that a new person of this age starts with.
    public var defaultPrivacyLevel: PrivacyLevel {
        switch self {
        case .child: .private
        case .teenager: .friends
        case .adult: .public
        }
    }

    /// The instant until which somebody born on the day is treated as a child.
    public static func childUntil(bornOn birthDate: Day) -> Date { birthDate.adding(years: 13).startInUTC }

    /// - Throws: ``SocialError/Code/invalidValue`` when nobody alive can have been born on that day.
    public static func check(birthDate: Day, today: Day) throws(SocialError) {
        guard birthDate <= today, birthDate.adding(years: 130) > today else {
            throw SocialError(.invalidValue, "That birth date cannot be right.", field: "birthDate")
        }
    }
}
