import Foundation
import Paceline

/// A person in a demo community.
struct DemoPerson: Equatable {
    let username: String
    let displayName: String
    let bio: String?
    let birthDate: Day
    let timeZone: String
    /// The privacy level; nil for the default of the person's age.
    let privacyLevel: PrivacyLevel?
    let joinedAt: Date
    /// The club's index. Most friends are from the same club.
    let club: Int
    /// The relative number of workouts.
    let activityLevel: Double
    /// The probability of giving kudos for a friend's item.
    let generosity: Double
    let habits: DemoHabits
}

extension DemoPerson {
    private static let timeZones = [
        "Europe/Ljubljana", "Europe/Ljubljana", "Europe/Zurich", "Europe/London", "Europe/Lisbon",
        "Europe/Oslo",
        "America/New_York", "Asia/Tokyo", "Australia/Melbourne",
    ]

    /// The demo user, whose password is known.
    static func demoUser(on day: Day, using random: inout DemoRandom) -> DemoPerson {
        DemoPerson(
            username: DemoPlan.username, displayName: "Demi Gladina", bio: "Bow seat. Say hello!",
            birthDate: day.adding(days: -31 * 365), timeZone: "Europe/Ljubljana", privacyLevel: nil,
            joinedAt: day.startInUTC.addingTimeInterval(36_000), club: 0, activityLevel: 4, generosity: 0.4,
            habits: DemoHabits(sport: .rowing, split: 126, using: &random))
    }

    init(
        _ name: DemoNames.Name, club: Int, isCoach: Bool, since first: Day, using random: inout DemoRandom
    ) {
        let day = first.adding(
            days: isCoach ? 1 : random.chance(0.7) ? random.number(0...90) : random.number(90...420))
        let isTeenager = !isCoach && random.chance(0.07)
        let age = isTeenager ? random.number(14 * 365...16 * 365) : random.number(19 * 365...64 * 365)
        username = name.username
        displayName = name.displayName
        bio = random.chance(0.65) ? random.element(of: DemoWords.bios) : nil
        birthDate = day.adding(days: -age)
        timeZone = random.element(of: Self.timeZones)
        privacyLevel =
            isTeenager || isCoach
            ? nil : random.element(weighted: [(nil, 85), (.friends, 11), (.private, 4)])
        joinedAt = day.startInUTC.addingTimeInterval(Double(random.number(6 * 3_600...22 * 3_600)))
        self.club = club
        activityLevel = random.element(weighted: [(0.15, 3), (0.6, 4), (1.3, 3), (2.6, 1)])
        generosity = random.element(weighted: [(0.05, 3), (0.2, 5), (0.5, 2)])
        habits = DemoHabits(using: &random)
    }
}
