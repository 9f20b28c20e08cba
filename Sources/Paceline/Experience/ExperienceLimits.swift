import Foundation

/// The limits on what workouts earn.
///
/// ```swift
/// print("\(experience.today) of \(ExperienceLimits.dailyXP) XP today")
/// ```
public enum ExperienceLimits {
    /// The most XP that the workouts of a day earn.
    public static let dailyXP = 10_000
    /// The most workouts of a day that earn XP.
    public static let dailyWorkouts = 10
    /// How many seconds must pass from the end of a workout that earns XP to the start of the next: 30 minutes.
    public static let cooldown: TimeInterval = 1_800
    /// For how many seconds after its end a workout can earn XP when first published, and an edit can raise what it
    /// earns: 14 days.
    public static let publicationPeriod: TimeInterval = 14 * 86_400
    /// By how many seconds the end of a workout may lie after its publication, since clocks differ: 10 minutes. For as
    /// long after publication, a mistyped end can be corrected.
    public static let clockDifference: TimeInterval = 600
    /// The most workouts of a person that start on one day. Publishing more throws ``SocialError/Code/limitReached``.
    public static let workoutsPerDay = 200

    /// ``cooldown`` in minutes, for texts.
    package static let cooldownMinutes = Int64(cooldown / 60)
    /// ``publicationPeriod`` in days, for texts.
    package static let publicationDays = Int64(publicationPeriod / 86_400)
}
