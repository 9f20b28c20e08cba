import Foundation
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Workout page") struct WorkoutPageTests {
    @Test("A workout's page shows intervals, kudos and comments, and the visibility to its owner")
    func workout() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let ben = try await site.member("ben")
            try await site.befriend("ana", "ben")
            let workout = try await site.publish(by: "ana", notes: "Felt good")
            _ = try await site.session("ben").giveKudos(to: workout.id.item, big: true)
            let text = try await ana.open("/workouts/\(workout.id)").text
            for part in ["4 intervals", "1:45.0", "Felt good", "@ben", "Big", "Visible to"] {
                #expect(text.contains(part) || part == "@ben" && text.contains("/@ben"), "\(part)")
            }
            #expect(!(try await ben.open("/workouts/\(workout.id)").text.contains("Visible to")))
            try await ana.submit("/workouts/\(workout.id)/visibility", ["visibility": "private"])
            #expect(try await ben.open("/workouts/\(workout.id)").status == 404)
            #expect(try await ana.open("/workouts/\(workout.id)").text.contains("Felt good"))
        }
    }

    /// The server doesn't know the shape of a photo. So the frame has a shape of its own, in the style as in the
    /// attributes, and the whole photo is fitted into it.
    @Test("The frame of a photo is 4:3 whatever the photo's shape, so that nothing moves when it loads")
    func photoFrame() async throws {
        let asset = try #require(try PageRenderer().assets.asset(named: "style.css"))
        let style = String(decoding: asset.bytes, as: UTF8.self)
        let rule = try #require(style.firstMatch(of: /\.photo img ?\{([^}]*)\}/)).1
        // An `auto` before the ratio would let the loaded photo's own shape win.
        #expect(rule.firstMatch(of: /aspect-ratio: ?4 ?\/ ?3;/) != nil)
        #expect(rule.contains("object-fit: contain"))
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana")
            try await site.session("ana").setPhoto(Pictures.webP(), of: workout.id)
            let text = try await ana.open("/workouts/\(workout.id)").text
            let image = try #require(text.firstMatch(of: /<figure class="card photo">(<img [^>]*>)/)).1
            let size = try #require(image.firstMatch(of: /width="(\d+)" height="(\d+)"/))
            let (width, height) = (try #require(Int(size.1)), try #require(Int(size.2)))
            #expect(width * 3 == height * 4)
            #expect(image.contains("src=\"/workouts/\(workout.id)/photo\""))
        }
    }

    @Test("A workout and comments that wait say so to their author only")
    func waitingTexts() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let ben = try await site.member("ben")
            try await site.befriend("ana", "ben")
            let workout = try await site.publish(by: "ana", notes: "More at https://crew.example")
            #expect(
                try await ana.open("/workouts/\(workout.id)").text.contains(
                    "Your texts are held for up to three days"))
            let shown = try await ben.open("/workouts/\(workout.id)").text
            #expect(!shown.contains("three days") && !shown.contains("crew.example"))
            let path = "/workouts/\(workout.id)"
            try await ben.open(path)
            try await ben.submit(
                "/items/\(workout.id)/comments", ["text": "www.crew.example", "return": path])
            let own = try await ben.open(path).text
            #expect(own.contains("www.crew.example") && own.contains("only you see it"))
            #expect(try await !ana.open(path).text.contains("www.crew.example"))
        }
    }

    @Test("Details that the owner hides are on no page of others, which say so")
    func hiddenDetails() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let ben = try await site.member("ben")
            try await site.befriend("ana", "ben")
            let workout = try await site.publish(by: "ana", notes: "Felt good")
            _ = try await site.session("ana").update(SettingsChanges(showWorkoutDetails: false))
            let note = "doesn’t share the details of workouts"
            let shown = try await ben.open("/workouts/\(workout.id)").text
            #expect(shown.contains(note) && shown.contains(workout.spokenTitle))
            for path in ["/workouts/\(workout.id)", "/", "/@ana"] {
                let text = try await ben.open(path).text
                for detail in ["4 intervals", "1:45.0", "Felt good", "2000 m", "2.0 km", "Zone 4"] {
                    #expect(!text.contains(detail), "\(detail) on \(path)")
                }
            }
            let own = try await ana.open("/workouts/\(workout.id)").text
            for detail in ["4 intervals", "Felt good", "2000 m", "Zone 4"] {
                #expect(own.contains(detail), "\(detail)")
            }
            #expect(!own.contains(note))
        }
    }

    @Test("Sets are grouped by exercise, with a bar for each unless there is only one", arguments: [1, 2])
    func sets(count: Int) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let exercises = Array(["Deadlift", "Squat"].prefix(count))
            let sets = (exercises + exercises).enumerated().map {
                ExerciseSet(exercise: $1, index: $0, repetitions: 8 - $0, weight: 80)
            }
            let workout = try await site.publish(
                WorkoutDraft(
                    type: .strength, title: "Pull", startedAt: site.clock.now.addingTimeInterval(-3_600),
                    duration: 600, detail: WorkoutDetail(sets: sets)),
                by: "ana")
            let text = try await ana.open("/workouts/\(workout.id)").text
            let second = 8 - count
            #expect(
                text.contains(
                    """
                    <td class="named" rowspan="2">Deadlift</td><td>1</td><td>8</td><td>80 kg</td></tr><tr>\
                    <td>2</td><td>\(second)</td><td>80 kg</td>
                    """))
            let bars = text.matches(of: /<dt>([A-Z]\w+)<\/dt><dd>([0-9,]+ kg)<svg[^>]*><rect width="([^"]+)"/)
            let shown = bars.map { "\($0.1) \($0.2) \($0.3)" }
            #expect(shown == (count == 1 ? [] : ["Deadlift 1,120 kg 100%", "Squat 960 kg 85.7%"]))
        }
    }

    @Test("Intervals have a chart with an axis, which says where it starts")
    func paceAxis() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana")
            let text = try await ana.open("/workouts/\(workout.id)").text
            #expect(text.contains("Pace, /500m. The scale starts at 1:46."))
            let axis = try #require(text.firstMatch(of: /<svg class="axis">(.*?)<\/svg>/)).1
            #expect(
                axis.matches(of: />([0-9:]+)</).map { String($0.1) } == ["1:46", "1:44", "1:42", "1:40"])
            #expect(text.contains("4 intervals, from 1:45.0 /500m to 1:42.0 /500m"))
            let bars = text.matches(of: /<rect[^>]* x="([0-9.]+)%"[^>]* width="([0-9.]+)%"/)
            let (places, widths) = (bars.compactMap { Double($0.1) }, bars.compactMap { Double($0.2) })
            // 414 seconds of work and three rests of a minute; the rest after the last interval isn't shown.
            #expect(places.count == 4 && places[0] == 0 && abs(places[1] - 100 * 165 / 594) < 0.1)
            #expect(abs(places[3] + widths[3] - 100) < 0.2)
        }
    }

    @Test("A workout's owner gives no kudos, but sees who did")
    func ownKudos() async throws {
        try await Site.run { site in
            let (ana, ben) = (try await site.member("ana"), try await site.member("ben", name: "Ben Bee"))
            try await site.befriend("ana", "ben")
            let workout = try await site.publish(by: "ana")
            let (page, action) = ("/workouts/\(workout.id)", "action=\"/items/\(workout.id)/kudos\"")
            let before = try await ana.open(page).text
            #expect(!before.contains(action) && before.contains("No kudos yet."))
            #expect(!before.contains("Be the first") && !before.contains("Give big kudos"))
            let theirs = try await ben.open(page).text
            #expect(theirs.contains(action) && theirs.contains("Be the first"))
            _ = try await site.session("ben").giveKudos(to: workout.id.item, big: false)
            for path in [page, "/"] {
                let after = try await ana.open(path).text
                #expect(
                    !after.contains(action) && after.contains("1 kudos") && after.contains("Ben"), "\(path)")
            }
        }
    }

    @Test(
        "The page says who sees a workout, also if its owner's profile is seen by fewer people",
        arguments: [
            (PrivacyLevel.public, "public", "Everyone"), (.friends, "public", "Followers"),
            (.private, "public", "Followers"), (.friends, "friends", "Friends"),
        ])
    func audience(level: PrivacyLevel, visibility: String, who: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana")
            _ = try await site.session("ana").update(AccountChanges(privacyLevel: level), ifMatch: nil)
            let path = "/workouts/\(workout.id)/visibility"
            try await ana.submit(path, ["visibility": visibility])
            let page = try await ana.open("/workouts/\(workout.id)")
            #expect(page.text.contains("data-says=\"Now visible to: \(who)\""), "\(page.text)")
        }
    }

    @Test("Changing the visibility keeps all other values")
    func visibilityKeepsDetail() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana", notes: "Felt good")
            try await ana.submit("/workouts/\(workout.id)/visibility", ["visibility": "private"])
            var changed = try await site.session("ana").workout(workout.id)
            #expect(changed.visibility == .private)
            changed.visibility = workout.visibility
            changed.updatedAt = workout.updatedAt
            #expect(changed == workout)
        }
    }
}
