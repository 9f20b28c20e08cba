import Foundation
import Paceline

/// A person in a demo community.
struct DemoPerson: Equatable {
    let username: String
    let displayName: String
    let bio: String?
    /// Nil for initials.
    let avatar: DemoAvatar?
    let birthDate: Day
    var timeZone: String
    /// The privacy level; nil for the default of the person's age.
    let privacyLevel: PrivacyLevel?
    let joinedAt: Date
    /// The club's index. Most friends are from the same club.
    let club: Int
    /// The relative number of workouts.
    let activityLevel: Double
    /// The probability of giving kudos for a friend's item.
    let generosity: Double
    var habits: DemoHabits
}

extension DemoPerson {
    /// The demo user, whose password is known.
    static func demoUser(on day: Day, using random: inout DemoRandom) -> DemoPerson {
        DemoPerson(
            username: DemoPlan.username, displayName: "Demi Gladina",
            bio: "Bow seat in a masters four. Rows before work, Wordle before coffee.",
            avatar: DemoAvatar(using: &random), birthDate: day.adding(days: -31 * 365),
            timeZone: "Europe/Ljubljana", privacyLevel: nil,
            joinedAt: day.startInUTC.addingTimeInterval(36_000), club: 0, activityLevel: 7, generosity: 0.4,
            habits: .demoUser(using: &random))
    }

    init(
        _ name: DemoNames.Name, club: Int, isCoach: Bool, since first: Day, using random: inout DemoRandom
    ) {
        let day = first.adding(
            days: isCoach ? 1 : random.chance(0.7) ? random.number(0...90) : random.number(90...420))
        let isTeenager = !isCoach && random.chance(0.07)
        let age = isTeenager ? random.number(14 * 365...16 * 365) : random.number(19 * 365...64 * 365)
        // The demo user's neighbours are livelier, since visitors see them first.
        let isNear = club == 0
        username = name.username
        displayName = name.displayName
        birthDate = day.adding(days: -age)
        timeZone = random.element(of: name.language.timeZones)
        privacyLevel =
            isTeenager || isCoach
            ? nil : random.element(weighted: [(nil, 85), (.friends, 11), (.private, 4)])
        joinedAt = day.startInUTC.addingTimeInterval(Double(random.number(6 * 3_600...22 * 3_600)))
        self.club = club
        activityLevel = random.element(
            weighted: isNear ? [(1, 3), (2, 4), (3, 2)] : [(0.15, 3), (0.6, 4), (1.3, 3), (2.6, 1)])
        generosity = random.element(
            weighted: isNear ? [(0.15, 2), (0.35, 5), (0.6, 2)] : [(0.05, 3), (0.2, 5), (0.5, 2)])
        habits = DemoHabits(using: &random)
        avatar = random.chance(0.6) ? DemoAvatar(using: &random) : nil
        bio =
            random.chance(0.7) && !isTeenager
            ? DemoBios.bio(sport: habits.sport, language: name.language, isCoach: isCoach, using: &random)
            : nil
    }
}
