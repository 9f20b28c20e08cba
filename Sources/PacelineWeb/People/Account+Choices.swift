import Foundation
import Paceline

// The options that a person is offered. Children are offered only what they may choose, and what is chosen already.
// Others are offered everything, since people of unknown age can add their birth date.

extension Account {
    func ageGroup(_ localizer: Localizer) -> AgeGroup {
        AgeGroup(bornOn: birthDate, at: localizer.now, in: TimeZone(identifier: timeZone) ?? .gmt)
    }

    func isChild(_ localizer: Localizer) -> Bool { ageGroup(localizer) == .child }

    /// Whether the person may choose the settings, or may once they add their birth date.
    func mayChoose(_ changes: SettingsChanges, _ localizer: Localizer) -> Bool {
        guard isChild(localizer) else { return true }
        return (try? changes.applied(to: settings, ageGroup: .child)) != nil
    }

    /// Who may see a workout, the most people first.
    func workoutVisibilities(besides chosen: ItemVisibility?, _ localizer: Localizer) -> [ItemVisibility] {
        ItemVisibility.allCases.reversed().filter {
            $0 == chosen || mayChoose(SettingsChanges(workoutVisibility: $0), localizer)
        }
    }

    /// Who may see a score, the most people first.
    func scoreVisibilities(besides chosen: ScoreVisibility?, _ localizer: Localizer) -> [ScoreVisibility] {
        ScoreVisibility.allCases.reversed().filter {
            $0 == chosen || mayChoose(SettingsChanges(scoreVisibility: $0), localizer)
        }
    }
}
