import Foundation

/// The age group of a person, which decides defaults and restrictions.
///
/// ```swift
/// if AgeGroup(bornOn: birthDate, at: Date(), in: .current) == .child { explainLimits() }
/// ```
public enum AgeGroup: Sendable, Equatable {
    /// Under 13: the profile is private and not discoverable.
    case child
    /// 13 to 17: the profile starts as friends-only.
    case teenager
    /// 18 or older.
    case adult
    /// The birth date is unknown: as from 13 to 17, but neither discoverable nor on global boards, and no setting can
    /// be made less restrictive.
    case unknown

    /// The age from which people are no longer children, in years.
    public static let teenagerAge = 13
    /// The age from which people are adults, in years.
    public static let adultAge = 18

    /// Derives the age group from the birth date.
    /// - Parameter birthDate: nil if it is not known.
    public init(bornOn birthDate: Day?, today: Day) {
        guard let birthDate else {
            self = .unknown
            return
        }
        if today < birthDate.adding(years: Self.teenagerAge) {
            self = .child
        } else if today < birthDate.adding(years: Self.adultAge) {
            self = .teenager
        } else {
            self = .adult
        }
    }

    /// Derives the age group at an instant.
    /// - Parameters:
    ///   - birthDate: nil if it is not known.
    ///   - timeZone: the person's. A birthday begins at the later of its midnights there and in UTC.
    public init(bornOn birthDate: Day?, at now: Date, in timeZone: TimeZone) {
        self.init(bornOn: birthDate, today: Self.day(of: now, in: timeZone))
    }

    /// The day by which ages count: that of the time zone, or that of UTC if it is earlier.
    public static func day(of now: Date, in timeZone: TimeZone) -> Day {
        min(Day(of: now, in: timeZone), Day(of: now, in: .gmt))
    }

    /// When a person reaches an age: at the later of the midnights that begin the birthday in their time zone and in
    /// UTC. People born on 29 February have their birthday on 1 March in common years.
    /// - Parameter years: the age, such as ``adultAge``.
    public static func birthday(_ years: Int, bornOn birthDate: Day, in timeZone: TimeZone) -> Date {
        let birthday = birthDate.adding(years: years)
        return max(birthday.startInUTC, birthday.start(in: timeZone))
    }

    /// The privacy level of a new account.
    public var defaultPrivacyLevel: PrivacyLevel {
        switch self {
        case .child: .private
        case .teenager, .unknown: .friends
        case .adult: .public
        }
    }

    /// Checks that a birth date is plausible, and that the person is old enough for the community.
    /// - Parameter minimumAge: the youngest age that the community accepts, in years.
    /// - Throws: ``SocialError/Code/invalidValue`` for dates in the future or 130 or more years ago,
    ///   ``SocialError/Code/ageRestricted`` for people who are too young.
    public static func check(birthDate: Day, today: Day, minimumAge: Int = 0) throws(SocialError) {
        guard birthDate <= today, birthDate.adding(years: 130) > today else {
            throw SocialError(
                .invalidValue, "Enter a birth date in the past, less than 130 years ago.", field: "birthDate")
        }
        guard birthDate.adding(years: minimumAge) <= today else {
            throw SocialError(
                .ageRestricted, "This community is for people aged \(minimumAge) or older.",
                field: "birthDate"
            )
        }
    }
}
