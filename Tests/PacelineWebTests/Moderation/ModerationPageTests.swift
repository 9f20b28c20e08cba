import Foundation
import Paceline
import PacelineEngine
import Testing

@testable import PacelineWeb

@Suite("Held workouts on pages") struct ModerationPageTests {
    /// A run of 40 km in one hour.
    private static func impossible(_ site: Site) -> WorkoutDraft {
        WorkoutDraft(
            type: .running, title: "Long run", startedAt: site.clock.now.addingTimeInterval(-4_000),
            duration: 3_600, measures: WorkoutMeasures(distance: 40_000, averageHeartRate: 90),
            visibility: .public)
    }

    @Test("The owner reads why a workout is held, excluded and approved, and appeals")
    func owner() async throws {
        try await Site.run(configuring: { $0.holdsAnomalies = true }) { site in
            let ana = try await site.member("ana")
            let ben = try await site.member("ben")
            let run = try await site.publish(Self.impossible(site), by: "ana")
            let page = "/workouts/\(run.id)"
            let held = try await ana.open(page).text
            for part in [
                "This workout doesn’t count yet", "It is faster than the records of its sport.",
                "It is held until a moderator has decided.",
            ] { #expect(held.contains(part), "\(part)") }
            #expect(!held.contains("\(page)/review"))
            #expect(try await !ben.open(page).text.contains("faster than the records"))

            let mo = try await site.staffMember("moe", .moderator)
            #expect(try await mo.open("/settings").text.contains("/moderation/workouts"))
            #expect(try await !ana.open("/settings").text.contains("/moderation/workouts"))
            let queue = try await mo.open("/moderation/workouts").text
            #expect(
                queue.contains("Running") && !queue.contains("Long run")
                    && queue.contains("/moderation/workouts/\(run.id)"))
            let check = "/moderation/workouts/\(run.id)"
            #expect(try await mo.open(check).text.contains("It counts nowhere until you decide."))
            try await mo.open("/moderation/workouts")
            let empty = try await mo.decide(.excluded, about: run.id, because: " ")
            #expect(empty.status == 422 && empty.text.contains("error-\(run.id)"))
            #expect(empty.text.contains("Enter 1–1,000 characters."))
            let invisible = try await mo.decide(.excluded, about: run.id, because: "\u{200B}\u{2060}")
            #expect(invisible.status == 422 && invisible.text.contains("Enter 1–1,000 characters."))
            let excluded = try await mo.decide(.excluded, about: run.id, because: "By car?")
            #expect(excluded.location == "/moderation/workouts")

            let text = try await ana.open(page).text
            #expect(text.contains("Excluded") && text.contains("The moderator’s reason: By car?"))
            #expect(text.contains("\(page)/review") && text.contains("Appeal"))
            #expect(try await ana.submit("\(page)/review").location == page)
            #expect(try await ana.open(page).text.contains("Appealed"))

            let ned = try await site.staffMember("ned", .moderator)
            let appealed = try await ned.open(check).text
            #expect(appealed.contains("appealed against the exclusion") && appealed.contains("By car?"))
            #expect(try await ned.open("/moderation/workouts?state=appealed").text.contains("By car?"))
            _ = try await ned.decide(.approved, about: run.id, because: "Seen at the race.")
            let approved = try await ana.open(page).text
            #expect(approved.contains("Approved") && approved.contains("Seen at the race."))
            #expect(try await ana.open("/notifications").text.contains("A moderator decided that your"))
        }
    }

    @Test("The page of an old workout that is held does not promise that a moderator decides")
    func old() async throws {
        try await Site.run(configuring: { $0.holdsAnomalies = true }) { site in
            let ana = try await site.member("ana")
            var draft = Self.impossible(site)
            draft.startedAt -= 20 * 86_400
            let page = "/workouts/\(try await site.publish(draft, by: "ana").id)"
            let text = try await ana.open(page).text
            #expect(text.contains("Moderators look at old workouts only if you ask."))
            #expect(text.contains("0 of 2,") && !text.contains("It is held until"))
            try await ana.submit("\(page)/review")
            #expect(try await ana.open(page).text.contains("It is held until a moderator has decided."))
        }
    }

    @Test("A moderator excludes a plausible workout from its page")
    func plausible() async throws {
        try await Site.run(configuring: { $0.holdsAnomalies = true }) { site in
            let ana = try await site.member("ana")
            let run = try await site.publish(by: "ana", visibility: .public)
            let (page, check) = ("/workouts/\(run.id)", "/moderation/workouts/\(run.id)")
            #expect(try await !ana.open(page).text.contains(check))
            #expect(try await ana.open(check).status == 404)
            let mo = try await site.staffMember("moe", .moderator)
            #expect(try await mo.open(page).text.contains("href=\"\(check)\""))
            let form = try await mo.open(check).text
            #expect(form.contains("value=\"excluded\"") && !form.contains("value=\"approved\""))
            #expect(!form.contains("<ul></ul>"), "no list of limits that it does not exceed")
            let empty = try await mo.decide(.excluded, about: run.id, because: " ")
            #expect(empty.status == 422 && empty.text.contains("error-\(run.id)"))
            #expect(empty.text.contains("Enter 1–1,000 characters."))
            let excluded = try await mo.decide(.excluded, about: run.id, because: "Not at that time.")
            #expect(excluded.location == page)
            #expect(try await site.session("ana").workout(run.id).experience?.status == .excluded)
            let explained = try await ana.open(page).text
            #expect(explained.contains("The moderator’s reason: Not at that time."))
            #expect(!explained.contains("<ul></ul>"))
            let decided = try await mo.open(check).text
            #expect(decided.contains("Not at that time.") && !decided.contains("name=\"version\""))
        }
    }

    @Test("A moderator finds no workout to check that they may not see or decide about")
    func partial() async throws {
        try await Site.run(configuring: { $0.holdsAnomalies = true }) { site in
            _ = try await site.member("ana")
            let mo = try await site.staffMember("moe", .moderator)
            var draft = Self.impossible(site)
            draft.measures.distance = 9_000
            draft.visibility = .private
            let hidden = try await site.publish(draft, by: "ana")
            #expect(try await mo.open("/moderation/workouts/\(hidden.id)").status == 404)
            draft.visibility = .public
            draft.startedAt -= 40_000
            let shown = try await site.publish(draft, by: "ana")
            #expect(try await mo.open("/moderation/workouts/\(shown.id)").status == 200)
            try await site.befriend("moe", "ana")
            #expect(try await mo.open("/moderation/workouts/\(shown.id)").status == 404)
        }
    }

    @Test("Members do not find the moderators’ page")
    func members() async throws {
        try await Site.run(configuring: { $0.holdsAnomalies = true }) { site in
            let ana = try await site.member("ana")
            let run = try await site.publish(Self.impossible(site), by: "ana")
            #expect(try await ana.open("/moderation/workouts").status == 404)
            try await ana.open("/")
            let refused = try await ana.submit(
                "/moderation/workouts/\(run.id)", ["outcome": "approved", "reason": "It is true."])
            #expect(refused.status == 404)
            #expect(try await site.session("ana").workout(run.id).experience?.status == .held)
        }
    }
}

extension Browser {
    /// Sends the form of the workout that is the only one on the page.
    fileprivate func decide(
        _ outcome: WorkoutDecision.Outcome, about workout: Workout.ID, because reason: String
    ) async throws -> Shown {
        let version = try #require(page.text.firstMatch(of: /name="version" value="([^"]+)"/)).1
        let action = try #require(page.text.firstMatch(of: /action="(\/moderation\/workouts\/[^"]+)"/)).1
        #expect(action.contains(workout.description))
        return try await submit(
            String(action),
            ["outcome": outcome.rawValue, "reason": reason, "version": String(version)])
    }
}
