import Paceline
import Testing

@Suite("Settings")
struct SettingsTests {
    @Test("an update changes only the given settings", arguments: Implementation.withOfflineDevices)
    func changing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            var expected = try await ana.services.settings()
            #expect(expected == AccountSettings())
            expected.workoutVisibility = .public
            expected.contentFilter = .off
            expected.pushNotifications = false
            let changed = try await ana.sets(
                SettingsChanges(pushNotifications: false, workoutVisibility: .public, contentFilter: .off))
            #expect(changed == expected)
            #expect(try await ana.services.settings() == expected)
            #expect(try await ana.services.me().settings == expected)
        }
    }

    @Test("every setting can be turned on and off", arguments: Implementation.withOfflineDevices)
    func both(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for isOn in [false, true] {
                let changed = try await ana.sets(
                    SettingsChanges(
                        emailNotifications: isOn, pushNotifications: isOn,
                        allowMessages: isOn ? .all : AccountSettings.MessagePermission.none,
                        showWorkoutStats: isOn, showWorkoutDetails: isOn, allowFriendRequests: isOn,
                        followApproval: isOn, showOnLeaderboards: isOn))
                #expect(changed.emailNotifications == isOn)
                #expect(changed.pushNotifications == isOn)
                #expect(changed.allowMessages == (isOn ? .all : .none))
                #expect(changed.showWorkoutStats == isOn)
                #expect(changed.showWorkoutDetails == isOn)
                #expect(changed.allowFriendRequests == isOn)
                #expect(changed.followApproval == isOn)
                #expect(changed.showOnLeaderboards == isOn)
                #expect(try await ana.services.settings() == changed)
            }
        }
    }

    @Test(
        "the response names the settings that have an effect; others are only stored", .world,
        arguments: Implementation.withOfflineDevices)
    func available(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let settings = try await ana.services.settings()
        #expect(settings.available == AccountSettings.Field.standard)
        for field in [AccountSettings.Field.emailNotifications, .pushNotifications, .allowMessages] {
            #expect(!settings.available.contains(field), "no effect: \(field.rawValue)")
        }
        let changed = try await ana.sets(SettingsChanges(pushNotifications: false))
        #expect(!changed.pushNotifications && changed.available == settings.available)
        #expect(try await ana.services.me().settings == changed)
    }

    @Test("a weekly goal can be set, kept and removed", arguments: Implementation.withOfflineDevices)
    func weeklyGoal(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let goal = WeeklyGoal(distance: 42_195, volume: 10_000, minutes: 240)
            #expect(try await ana.sets(SettingsChanges(weeklyGoal: goal)).weeklyGoal == goal)
            #expect(try await ana.sets(SettingsChanges(pushNotifications: false)).weeklyGoal == goal)
            #expect(try await ana.services.me().settings.weeklyGoal == goal)
            #expect(try await ana.sets(SettingsChanges(weeklyGoal: WeeklyGoal())).weeklyGoal == WeeklyGoal())
            await expectError(.invalidValue) {
                _ = try await ana.services.update(SettingsChanges(weeklyGoal: WeeklyGoal(minutes: 10_081)))
            }
        }
    }

    @Test(
        "a workout without a visibility gets the default one", arguments: Implementation.withOfflineDevices,
        ItemVisibility.allCases)
    func defaultVisibility(_ implementation: Implementation, _ visibility: ItemVisibility) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let before = try await ana.publishes("Before", nil)
            #expect(before.visibility == .friends)
            try await ana.sets(SettingsChanges(workoutVisibility: visibility))
            #expect(try await ana.publishes("After", nil).visibility == visibility)
            #expect(try await ana.services.workout(before.id).visibility == .friends)
        }
    }

    @Test(
        "changing settings changes the version of the account", arguments: Implementation.withOfflineDevices)
    func version(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let old = try await ana.services.me().version
            try await ana.sets(SettingsChanges(showOnLeaderboards: false))
            await expectError(.preconditionFailed) {
                try await ana.services.update(AccountChanges(bio: "Rows."), ifMatch: old)
            }
        }
    }
}

extension Member {
    @discardableResult
    func sets(_ changes: SettingsChanges) async throws -> AccountSettings {
        clock.tick()
        return try await services.update(changes)
    }
}
