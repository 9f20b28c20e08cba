import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Settings on the command line") struct SettingsJourneyTests {
    @Test("Settings with an effect are listed and can be changed, and no others are")
    func journey() async throws {
        let data = try await SmallCommunity.copy()
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let list = try await demi.run("settings").output
        for name in [
            "workoutVisibility", "contentFilter", "showWorkoutDetails", "followApproval", "weeklyGoal",
        ] {
            #expect(list.contains(name), "\(name)")
        }
        for name in ["emailNotifications", "pushNotifications", "allowMessages"] {
            #expect(!list.contains(name), "\(name)")
        }
        let changed = try await demi.json(
            "settings", "--on", "followApproval", "--off", "showWorkoutDetails", "--workout-visibility",
            "followers", "--content-filter", "strict", "--goal-minutes", "150")
        #expect(changed["followApproval"] as? Bool == true)
        #expect(changed["showWorkoutDetails"] as? Bool == false)
        #expect(changed.text("workoutVisibility") == "followers")
        #expect(changed.text("contentFilter") == "strict")
        let shown = try await demi.run("settings").output
        #expect(shown.contains(/followApproval +on/) && shown.contains(/showWorkoutDetails +off/))
        #expect(shown.contains("150 minutes"))

        let unheeded = try await demi.run("settings", "--off", "pushNotifications")
        #expect(unheeded.status == 64 && unheeded.messages.contains("The switches are"))
        #expect(try await demi.run("settings", "--on", "weeklyGoal").status == 64)
        #expect(try await demi.run("settings", "--on", "nonsense").status == 64)
        let both = try await demi.run("settings", "--on", "followApproval", "--off", "followApproval")
        #expect(both.status == 64)
    }

    @Test("A comment that waits says so to its author only")
    func waiting() async throws {
        let data = try await SmallCommunity.copy()
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let friend = try await demi.json("friends").items[0].text("username")
        let other = Terminal(home: data, context: ["--data", data.path, "--as", friend])
        let item = try #require(
            try await demi.json("feed", "--person", "demi", "--kind", "workout", "--limit", "1").items.first?
                .text("id"))
        // A word that the built-in list rates 4.
        _ = try await demi.run("comment", "add", item, "jailbait")
        #expect(try await demi.run("comment", "list", item).output.contains("jailbait (held)"))
        #expect(try await !other.run("comment", "list", item).output.contains("(held)"))
    }

    @Test("A workout says that its owner hides the details")
    func hiddenDetails() async throws {
        let data = try await SmallCommunity.copy()
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let friend = try await demi.json("friends").items[0].text("username")
        let other = Terminal(home: data, context: ["--data", data.path, "--as", friend])
        let workout = try #require(
            try await other.json("feed", "--person", "demi", "--kind", "workout", "--limit", "1").items.first?
                .text("id"))
        #expect(try await !other.run("workouts", "show", workout).output.contains("not shared"))
        _ = try await demi.json("settings", "--off", "showWorkoutDetails")
        let shown = try await other.run("workouts", "show", workout).output
        #expect(shown.contains("not shared") && !shown.contains("Distance"))
        #expect(try await !demi.run("workouts", "show", workout).output.contains("not shared"))
    }
}
