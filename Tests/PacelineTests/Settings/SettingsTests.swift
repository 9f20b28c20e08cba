import Foundation
import Testing

@testable import Paceline

@Suite struct SettingsTests {
    @Test func `a change keeps values it does not contain`() throws {
        let settings = AccountSettings(
            emailNotifications: false, workoutVisibility: .public, allowMessages: .all)
        for age in [AgeGroup.teenager, .adult, .unknown] {
            #expect(try SettingsChanges().applied(to: settings, ageGroup: age) == settings)
            let changed = try SettingsChanges(workoutVisibility: .private)
                .applied(to: settings, ageGroup: age)
            #expect(
                changed
                    == AccountSettings(
                        emailNotifications: false, workoutVisibility: .private, allowMessages: .all))
        }
    }

    @Test func `a weekly goal must fit into a week`() throws {
        let goal = WeeklyGoal(distance: 10_000_000, volume: 10_000_000, minutes: 10_080)
        #expect(
            try SettingsChanges(weeklyGoal: goal).applied(to: AccountSettings(), ageGroup: .child).weeklyGoal
                == goal)
        for wrong in [WeeklyGoal(distance: -1), WeeklyGoal(volume: 10_000_001), WeeklyGoal(minutes: 10_081)] {
            #expect(throws: SocialError.self) {
                try SettingsChanges(weeklyGoal: wrong).applied(to: AccountSettings(), ageGroup: .adult)
            }
        }
    }

    @Test func `a child cannot loosen restricted settings`() throws {
        let settings = AccountSettings.defaults(for: .child)
        for visibility in ItemVisibility.allCases {
            let changes = SettingsChanges(workoutVisibility: visibility)
            #expect(Self.isRejected(changes) == (visibility > .friends), "\(visibility)")
        }
        for visibility in ScoreVisibility.allCases {
            let changes = SettingsChanges(scoreVisibility: visibility)
            #expect(Self.isRejected(changes) == (visibility > .friends), "\(visibility)")
        }
        for permission in AccountSettings.MessagePermission.allCases {
            let changes = SettingsChanges(allowMessages: permission)
            #expect(Self.isRejected(changes) == (permission != .none), "\(permission)")
        }
        for filter in AccountSettings.ContentFilter.allCases {
            #expect(Self.isRejected(SettingsChanges(contentFilter: filter)) == (filter == .off), "\(filter)")
        }
        #expect(Self.isRejected(SettingsChanges(showOnLeaderboards: true)))
        #expect(!Self.isRejected(SettingsChanges(showOnLeaderboards: false)))
        #expect(
            try SettingsChanges(pushNotifications: false).applied(to: settings, ageGroup: .child)
                .pushNotifications
                == false)
    }

    @Test func `teenagers and adults can loosen their settings`() throws {
        let changes = SettingsChanges(workoutVisibility: .public, allowMessages: .all)
        for age in [AgeGroup.teenager, .adult] {
            let settings = try changes.applied(to: AccountSettings(), ageGroup: age)
            #expect(settings.workoutVisibility == .public && settings.allowMessages == .all)
        }
    }

    @Test func `the initial settings are always allowed`() throws {
        for age in [AgeGroup.child, .teenager, .adult, .unknown] {
            let settings = AccountSettings.defaults(for: age)
            #expect(settings.workoutVisibility == .friends)
            let same = SettingsChanges(
                workoutVisibility: settings.workoutVisibility, allowMessages: settings.allowMessages,
                contentFilter: settings.contentFilter, showOnLeaderboards: settings.showOnLeaderboards)
            #expect(try same.applied(to: settings, ageGroup: age) == settings)
        }
        #expect(AccountSettings.defaults(for: .child).allowMessages == .none)
        #expect(!AccountSettings.defaults(for: .child).showOnLeaderboards)
    }

    @Test func `learning an age limits settings to the initial ones of that age`() {
        let open = AccountSettings(
            emailNotifications: false, workoutVisibility: .public, allowMessages: .all, contentFilter: .off)
        #expect(open.restricted(for: .adult) == open)
        for age in [AgeGroup.child, .teenager, .unknown] {
            var expected = AccountSettings.defaults(for: age)
            expected.emailNotifications = false
            #expect(open.restricted(for: age) == expected)
        }
        let shut = AccountSettings(
            workoutVisibility: .private, allowMessages: .none, contentFilter: .strict,
            showOnLeaderboards: false)
        for age in [AgeGroup.child, .teenager, .unknown] { #expect(shut.restricted(for: age) == shut) }
    }

    @Test func `at an unknown age settings can be closed and kept, but not opened`() throws {
        let start = AccountSettings.defaults(for: .unknown)
        #expect(start == .defaults(for: .teenager))
        let opening: [(SettingsChanges, String)] = [
            (SettingsChanges(workoutVisibility: .followers), "workoutVisibility"),
            (SettingsChanges(workoutVisibility: .public), "workoutVisibility"),
            (SettingsChanges(scoreVisibility: .followers), "scoreVisibility"),
            (SettingsChanges(scoreVisibility: .public), "scoreVisibility"),
            (SettingsChanges(allowMessages: .all), "allowMessages"),
            (SettingsChanges(contentFilter: .moderate), "contentFilter"),
            (SettingsChanges(contentFilter: .off), "contentFilter"),
        ]
        let open = AccountSettings(
            workoutVisibility: .public, scoreVisibility: .public, allowMessages: .all, contentFilter: .off)
        for (changes, field) in opening {
            var found: SocialError?
            do { _ = try changes.applied(to: start, ageGroup: .unknown) } catch { found = error }
            #expect(found?.code == .birthDateRequired && found?.field == field, "\(changes)")
            // What was open before birth dates were asked for may stay so.
            _ = try changes.applied(to: open, ageGroup: .unknown)
            _ = try changes.applied(to: start, ageGroup: .teenager)
        }
        let closing = SettingsChanges(
            workoutVisibility: .private, scoreVisibility: .groups,
            allowMessages: AccountSettings.MessagePermission.none, contentFilter: .strict,
            showOnLeaderboards: false)
        #expect(try closing.applied(to: start, ageGroup: .unknown).workoutVisibility == .private)
    }

    @Test func `minors and people of unknown age start with scores for at most friends`() {
        for visibility in ScoreVisibility.allCases {
            for age in [AgeGroup.child, .teenager, .unknown] {
                let start = AccountSettings.defaults(for: age, scoreVisibility: visibility)
                #expect(start.scoreVisibility == min(visibility, .friends))
                #expect(
                    AccountSettings(scoreVisibility: visibility).restricted(for: age).scoreVisibility
                        == min(visibility, .friends))
            }
            let adult = AccountSettings.defaults(for: .adult, scoreVisibility: visibility)
            #expect(adult.scoreVisibility == visibility)
        }
    }

    @Test func `setting the visibility of scores chooses it, even if it stays the same`() throws {
        let unchosen = AccountSettings(hasChosenScoreVisibility: false)
        for age in [AgeGroup.child, .adult, .unknown] {
            #expect(try SettingsChanges().applied(to: unchosen, ageGroup: age) == unchosen)
            let chosen = try SettingsChanges(scoreVisibility: .friends).applied(to: unchosen, ageGroup: age)
            #expect(chosen == AccountSettings())
        }
    }

    private static func isRejected(_ changes: SettingsChanges) -> Bool {
        do {
            _ = try changes.applied(to: .defaults(for: .child), ageGroup: .child)
            return false
        } catch {
            return error.code == .ageRestricted
        }
    }
}
