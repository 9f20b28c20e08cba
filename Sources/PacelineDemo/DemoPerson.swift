import Foundation
import Paceline

/// Somebody of a made-up community.
struct DemoPerson: Equatable {
    let username: String
    let displayName: String
    let bio: String?
    let birthDate: Day
    let timeZone: String
    /// Nil leaves what the age suggests.
    let privacyLevel: PrivacyLevel?
    let joinedAt: Date
    /// Friends are mostly of the same club.
    let club: Int
    /// How much they train beside others.
    let zeal: Double
    /// The probability that they give kudos for what they see.
    let generosity: Double
    let habits: DemoHabits
}

extension DemoPerson {
    private static let timeZones = [
        "Europe/Ljubljana", "Europe/Ljubljana", "Europe/Zurich", "Europe/London", "Europe/Lisbon",
        "Europe/Oslo",
        "America/New_York", "Asia/Tokyo", "Australia/Melbourne",
    ]

    /// The one whose password is known.
    static func known(on day: Day, using chance: inout DemoChance) -> DemoPerson {
        DemoPerson(
            username: DemoPlan.username, displayName: "Demi Gladina", bio: "Bow seat. Say hello!",
            birthDate: day.adding(days: -31 * 365), timeZone: "Europe/Ljubljana", privacyLevel: nil,
            joinedAt: day.startInUTC.addingTimeInterval(36_000), club: 0, zeal: 4, generosity: 0.4,
            habits: DemoHabits(sport: .rowing, split: 126, using: &chance))
    }

    init(
        _ name: DemoNames.Name, club: Int, isCoach: Bool, since first: Day, using chance: inout DemoChance
    ) {
        let day = first.adding(
            days: isCoach ? 1 : chance.happens(0.7) ? chance.number(0...90) : chance.number(90...420))
        let isTeenager = !isCoach && chance.happens(0.07)
        let age = isTeenager ? chance.number(14 * 365...16 * 365) : chance.number(19 * 365...64 * 365)
        username = name.username
        displayName = name.displayName
        bio = chance.happens(0.65) ? chance.one(of: DemoWords.bios) : nil
        birthDate = day.adding(days: -age)
        timeZone = chance.one(of: Self.timeZones)
        privacyLevel =
            isTeenager || isCoach ? nil : chance.one(weighted: [(nil, 85), (.friends, 11), (.private, 4)])
        joinedAt = day.startInUTC.addingTimeInterval(Double(chance.number(6 * 3_600...22 * 3_600)))
        self.club = club
        zeal = chance.one(weighted: [(0.15, 3), (0.6, 4), (1.3, 3), (2.6, 1)])
        generosity = chance.one(weighted: [(0.05, 3), (0.2, 5), (0.5, 2)])
        habits = DemoHabits(using: &chance)
    }
}
