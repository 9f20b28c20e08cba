import Foundation
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Workout form") struct EditTests {
    private static let row = [
        "type": "rowing", "title": "4x500m", "startedAt": "2026-06-20T06:30", "duration": "6:54",
        "distance": "2 km", "energy": "120", "averageHeartRate": "171", "averagePower": "204.5",
        "intensityZone": "4",
        "isErgTest": "1", "visibility": "followers", "detail.notes": "Windy",
        "intervals.0.duration": "1:45", "intervals.0.distance": "500", "intervals.0.restDuration": "60",
        "intervals.2.duration": "1:44.2", "intervals.2.distance": "500", "sets.0.exercise": "Squat",
        "sets.0.repetitions": "5", "sets.0.weight": "80",
    ]

    @Test("What is rarely entered is folded until it holds a value or an error")
    func folding() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            #expect(try await ana.open("/workouts/add").text.contains("id=\"effort\">"))
            let fields = await ana.filledIn.merging(["title": "", "energy": "lots"]) { $1 }
            let rejected = try await ana.upload("/workouts/add", fields)
            #expect(rejected.status == 422 && rejected.text.contains("id=\"effort\" open>"))
            let test = try await site.publish(by: "ana")
            #expect(try await ana.open("/workouts/\(test.id)/edit").text.contains("id=\"effort\" open>"))
        }
    }

    @Test("All fields are published, with the time in the user's time zone")
    func adding() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.session("ana").update(
                AccountChanges(timeZone: "Europe/Ljubljana"), ifMatch: nil)
            try await ana.open("/workouts/add")
            let fields = await ana.filledIn.merging(Self.row) { $1 }
            let response = try await ana.upload("/workouts/add", fields)
            let id = try #require(
                Workout.ID(response.location?.split(separator: "/").last.map(String.init) ?? ""))
            let workout = try await site.session("ana").workout(id)
            #expect(workout.startedAt.formatted(.iso8601) == "2026-06-20T04:30:00Z")
            #expect(workout.duration == 414 && workout.distance == 2_000 && workout.energy == 120)
            #expect(workout.averageHeartRate == 171 && workout.intensityZone == 4 && workout.isErgTest)
            #expect(workout.averagePower == 204.5)
            #expect(try await ana.open("/workouts/\(id)").text.contains("205 W"))
            #expect(workout.visibility == .followers && workout.volume == 400 && workout.exerciseCount == 1)
            let detail = try #require(workout.detail)
            #expect(detail.notes == "Windy")
            #expect(
                detail.intervals.map(\.duration) == [105, 104.2] && detail.intervals.map(\.index) == [0, 1])
            #expect(detail.intervals[0].restDuration == 60)
            #expect(detail.sets == [ExerciseSet(exercise: "Squat", index: 0, repetitions: 5, weight: 80)])
            // The form is submitted again, as on a double click.
            #expect(try await ana.upload("/workouts/add", fields).location == response.location)
            #expect(try await site.session("ana").workouts(of: .me, PageRequest()).items.count == 1)
        }
    }

    @Test("A form with the id of another person's workout publishes a workout of one's own")
    func usedID() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            let bens = try await site.publish(by: "ben", notes: "Felt good")
            try await ana.open("/workouts/add")
            let fields = await ana.filledIn.merging(Self.row) { $1 }.merging(["id": "\(bens.id)"]) { $1 }
            let response = try await ana.upload("/workouts/add", fields)
            let location = try #require(response.location)
            #expect(!location.contains("\(bens.id)"))
            for path in [location, "/workouts/\(bens.id)"] {
                #expect(try await ana.open(path).text.contains("Windy"))
            }
            #expect(try await ana.upload("/workouts/add", fields).location == response.location)
            #expect(try await site.session("ana").workouts(of: .me, PageRequest()).items.count == 1)
            #expect(try await site.session("ben").workout(bens.id) == bens)
        }
    }

    @Test("Saving an unchanged form changes nothing")
    func untouched() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let intervals = [
                Interval(index: 3, duration: 104.27, distance: 499.996, split: 104.3, strokeRate: 28.4),
                Interval(index: 7, duration: 103, restDuration: 61.5),
            ]
            let draft = WorkoutDraft(
                type: try #require(WorkoutType(rawValue: "kayaking")), title: "A \"row\" & <more>",
                startedAt: Date(timeIntervalSince1970: 1_780_000_000.25), duration: 414.27,
                measures: WorkoutMeasures(distance: 2_000.123, averageSplit: 103.6, strokeRate: 27),
                volume: 12, source: "Watch",
                detail: WorkoutDetail(intervals: intervals, ocrConfidence: 0.5, notes: "Two\nlines"))
            let id = Workout.ID(UUID())
            let before = try await site.session("ana").publish(draft, as: id, ifMatch: nil).workout
            try await ana.open("/workouts/\(id)/edit")
            let response = try await ana.upload("/workouts/\(id)/edit", await ana.filledIn)
            #expect(response.location == "/workouts/\(id)")
            #expect(try await site.session("ana").workout(id) == before)
        }
    }

    @Test("An edit changes the field and drops values derived from it")
    func changing() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana", notes: "Felt good")
            try await ana.open("/workouts/\(workout.id)/edit")
            let changes = [
                "title": "5k", "distance": "5000", "intervals.1.duration": "", "intervals.1.distance": "",
                "intervals.1.restDuration": "",
            ]
            try await ana.upload("/workouts/\(workout.id)/edit", await ana.filledIn.merging(changes) { $1 })
            let changed = try await site.session("ana").workout(workout.id)
            #expect(
                changed.title == "5k" && changed.distance == 5_000 && changed.startedAt == workout.startedAt)
            #expect(changed.detail?.intervals.map(\.index) == [0, 1, 2])
            #expect(changed.detail?.intervals.map(\.duration) == [105, 103, 102])
            #expect(changed.detail?.notes == "Felt good")
        }
    }

    @Test(
        "Errors are shown next to their fields, and the input is kept",
        arguments: [
            ("title", "", "Enter a title, or the session."), ("duration", "soon", "Enter a time such as"),
            ("distance", "far", "Enter a number, such as"),
            ("averageHeartRate", "9", "20–300"), ("averagePower", "3001", "3,000 watts"),
            ("startedAt", "2026-03-29T02:30", "Clocks skip an hour"),
            ("startedAt", "2199-01-01T10:00", "at most 15 minutes from now"),
            ("energy", "-1", "Enter a number, such as"),
            ("intervals.2.duration", "x", "Enter a time such as"),
            ("sets.0.exercise", "", "Enter a value."),
            ("sets.0.repetitions", "2.5", "Enter a whole number"), ("intervals.0.heartRate", "5", "20–300"),
        ])
    func rejected(field: String, value: String, message: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.session("ana").update(
                AccountChanges(timeZone: "Europe/Ljubljana"), ifMatch: nil)
            try await ana.open("/workouts/add")
            let typed = await ana.filledIn.merging(Self.row) { $1 }.merging([field: value]) { $1 }
            let response = try await ana.upload("/workouts/add", typed)
            #expect(response.status == 422)
            #expect(response.text.contains(message))
            #expect(response.text.contains("Windy") && response.text.contains("1:45"))
            if !value.isEmpty { #expect(response.text.contains(#"value="\#(value)""#)) }
            #expect(try await site.session("ana").workouts(of: .me, PageRequest()).items.isEmpty)
        }
    }

    @Test("Rows can be added without JavaScript, and the input is kept")
    func moreRows() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/add")
            let typed = await ana.filledIn.merging(Self.row) { $1 }.merging(["more": "intervals"]) { $1 }
            let response = try await ana.upload("/workouts/add", typed)
            #expect(response.status == 200)
            #expect(response.text.contains("intervals.5.duration") && response.text.contains("1:44.2"))
        }
    }

    @Test("A pattern in the title fills in intervals and totals, without JavaScript by its button")
    func pattern() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/add")
            let typed = await ana.filledIn.merging(["title": "4x500m/2:00r", "redraw": "pattern"]) { $1 }
            let filled = try await ana.upload("/workouts/add", typed)
            await ana.show(filled)
            #expect(filled.status == 200)
            var fields = await ana.filledIn
            for index in 0..<4 {
                #expect(fields["intervals.\(index).distance"] == "500")
                #expect(fields["intervals.\(index).restDuration"] == "2:00")
                #expect(fields["intervals.\(index).duration"] == "")
            }
            #expect(fields["distance"] == "2000" && fields["duration"] == "")
            // Another pattern replaces what the last one filled in, but not what the user typed.
            fields.merge(
                ["title": "3x10:00/1:00r", "redraw": "pattern", "intervals.0.strokeRate": "24"]
            ) { $1 }
            await ana.show(try await ana.upload("/workouts/add", fields))
            fields = await ana.filledIn
            #expect(fields["intervals.0.duration"] == "10:00" && fields["intervals.0.distance"] == "")
            #expect(fields["intervals.0.strokeRate"] == "24" && fields["duration"] == "30:00")
            #expect(fields["distance"] == "")
            fields.merge(["title": "Upper body", "redraw": "pattern"]) { $1 }
            #expect(try await ana.upload("/workouts/add", fields).status == 422)
            #expect(try await ana.upload("/workouts/add", fields, headers: [.fragment: "1"]).status == 200)
            #expect(try await site.session("ana").workouts(of: .me, PageRequest()).items.isEmpty)
        }
    }

    @Test("A pattern fills in only the fields of the sport, and the form says what helps there")
    func patternOfSport() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let form = try await ana.open("/workouts/add")
            #expect(form.text.contains(">Fill in from title</button>") && form.text.contains("4x500m/2:00r"))
            let empty = await ana.filledIn
            let fill = {
                (sport: String, title: String) async throws
                    -> (page: Browser.Shown, fields: [String: String]) in
                let typed = ["type": sport, "title": title, "redraw": "pattern"]
                let shown = try await ana.upload("/workouts/add", empty.merging(typed) { $1 })
                await ana.show(shown)
                return (page: shown, fields: await ana.filledIn)
            }
            let yoga = try await fill("yoga", "5k")
            #expect(yoga.page.status == 422 && yoga.page.text.contains("Write the time like 30:00"))
            #expect(yoga.fields["distance"] == nil && !yoga.page.text.contains("4x500m/2:00r"))
            #expect(try await fill("yoga", "30:00").fields["duration"] == "30:00")
            let walk = try await fill("walking", "4x500m").fields
            #expect(walk["distance"] == "2000" && walk["intervals.0.distance"] == nil)
            #expect(try await fill("running", "5k").fields["distance"] == "5000")
        }
    }

    @Test("Publishing fills in what the title describes, unless something else was typed")
    func patternOnPublishing() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/add")
            let empty = await ana.filledIn
            let publish = { (typed: [String: String]) async throws -> Workout in
                let fields = empty.merging(["id": "\(Workout.ID(UUID()))"]) { $1 }.merging(typed) { $1 }
                let location = try #require(try await ana.upload("/workouts/add", fields).location)
                let id = try #require(Workout.ID(location.split(separator: "/").last.map(String.init) ?? ""))
                return try await site.session("ana").workout(id)
            }
            let row = try await publish(["title": "4x500m/2:00r", "duration": "7:00"])
            #expect(row.distance == 2_000 && row.detail?.intervals.map(\.distance) == [500, 500, 500, 500])
            let run = try await publish(["type": "running", "title": "5k", "duration": "25:00"])
            #expect(run.distance == 5_000)
            for typed in ["2 km", "2,000"] {
                let same = try await publish(["title": "4x500m", "duration": "7:00", "distance": typed])
                #expect(same.distance == 2_000 && same.detail?.intervals.count == 4, "\(typed)")
            }
            let other = try await publish(["title": "4x500m", "duration": "7:00", "distance": "2600"])
            #expect(other.distance == 2_600 && (other.detail?.intervals ?? []).isEmpty)
            let variable = try await publish(["title": "v500m/1:00r...3", "duration": "26:00"])
            #expect(variable.distance == nil && (variable.detail?.intervals ?? []).isEmpty)
            let untimed = try await ana.upload("/workouts/add", empty.merging(["title": "4x500m"]) { $1 })
            #expect(untimed.status == 422 && untimed.text.contains("Time: Enter how long it took."))
            await ana.show(untimed)
            #expect(await ana.filledIn["intervals.3.distance"] == "500")
        }
    }

    @Test("Totals are the sum of the intervals, and less than the sum is an error")
    func totals() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/add")
            let rows = [
                "title": "2 pieces", "duration": "", "distance": "", "intervals.0.duration": "1:45",
                "intervals.0.distance": "500", "intervals.1.duration": "3:30", "intervals.1.distance": "1000",
            ]
            let fields = await ana.filledIn.merging(rows) { $1 }
            let wrong = try await ana.upload(
                "/workouts/add", fields.merging(["distance": "1.2 km", "duration": "4:00"]) { $1 })
            #expect(wrong.status == 422)
            #expect(wrong.text.contains("The intervals add up to 1500."))
            #expect(wrong.text.contains("The intervals add up to 5:15."))
            let location = try #require(try await ana.upload("/workouts/add", fields).location)
            let id = try #require(Workout.ID(location.split(separator: "/").last.map(String.init) ?? ""))
            let workout = try await site.session("ana").workout(id)
            #expect(workout.duration == 315 && workout.distance == 1_500)
            let unknown = try await ana.upload(
                "/workouts/add", fields.merging(["intervals.1.duration": ""]) { $1 })
            #expect(unknown.status == 422 && unknown.text.contains("Time: Enter how long it took."))
        }
    }

    @Test(
        "A total that the title filled in follows the intervals, unlike one that was typed",
        arguments: [true, false])
    func filledInTotal(isTyped: Bool) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/add")
            let typed = await ana.filledIn.merging(["title": "4x500m", "redraw": "pattern"]) { $1 }
            await ana.show(try await ana.upload("/workouts/add", typed))
            var fields = await ana.filledIn
            #expect(fields["distance"] == "2000")
            for index in 0..<4 { fields["intervals.\(index).duration"] = "1:50" }
            fields["intervals.3.distance"] = "250"
            if isTyped { fields["distance"] = "2.5 km" }
            let location = try #require(try await ana.upload("/workouts/add", fields).location)
            let id = try #require(Workout.ID(location.split(separator: "/").last.map(String.init) ?? ""))
            let workout = try await site.session("ana").workout(id)
            #expect(workout.distance == (isTyped ? 2_500 : 1_750))
        }
    }

    @Test(
        "The total of a single piece, or of more intervals than the form shows, stays as it is",
        arguments: ["5k", "50x100m"])
    func totalOfPiece(title: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/add")
            let typed = await ana.filledIn.merging(["title": title, "redraw": "pattern"]) { $1 }
            await ana.show(try await ana.upload("/workouts/add", typed))
            var fields = await ana.filledIn
            #expect(fields["distance"] == "5000")
            fields["duration"] = "20:00"
            let metres = title == "5k" ? "1000" : "100"
            for index in 0..<4 { fields["intervals.\(index).distance"] = metres }
            let location = try #require(try await ana.upload("/workouts/add", fields).location)
            let id = try #require(Workout.ID(location.split(separator: "/").last.map(String.init) ?? ""))
            #expect(try await site.session("ana").workout(id).distance == 5_000)
        }
    }

    @Test("Of more intervals than the form shows, it says how many publishing adds")
    func manyIntervals() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/add")
            let typed = await ana.filledIn.merging(["title": "45x0:20/0:10r", "redraw": "pattern"]) { $1 }
            let filled = try await ana.upload("/workouts/add", typed)
            #expect(filled.text.contains("The form shows at most 40 intervals. When you publish, all 45"))
            await ana.show(filled)
            let fields = await ana.filledIn
            #expect(fields["duration"] == "15:00" && fields["intervals.0.duration"] == "")
            let publish = { (changes: [String: String]) async throws -> Workout in
                let fields = fields.merging(["id": "\(Workout.ID(UUID()))"]) { $1 }.merging(changes) { $1 }
                let location = try #require(try await ana.upload("/workouts/add", fields).location)
                let id = try #require(Workout.ID(location.split(separator: "/").last.map(String.init) ?? ""))
                return try await site.session("ana").workout(id)
            }
            let whole = try await publish([:])
            #expect(whole.duration == 900 && whole.detail?.intervals.map(\.index) == Array(0..<45))
            #expect(whole.detail?.intervals.allSatisfy { $0.duration == 20 && $0.restDuration == 10 } == true)
            let other = try await publish(["duration": "20:00"])
            #expect(other.duration == 1_200 && (other.detail?.intervals ?? []).isEmpty)
            let some = try await publish(["intervals.0.duration": "0:20"])
            #expect(some.detail?.intervals.count == 1)
        }
    }

    @Test("Totals with intervals of unknown times show the average pace, and invent no times")
    func average() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/add")
            let typed = ["title": "4x500m", "duration": "7:00", "redraw": "pattern"]
            let shown = try await ana.upload("/workouts/add", await ana.filledIn.merging(typed) { $1 })
            #expect(shown.text.contains("1:45"))
            await ana.show(shown)
            #expect(await ana.filledIn["intervals.0.duration"] == "")
        }
    }

    @Test("The form shows the fields of the sport, and keeps what was typed for another")
    func sports() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/add")
            let rowing = await ana.filledIn
            #expect(rowing["strokeRate"] != nil && rowing["sets.0.exercise"] == nil)
            let typed = [
                "type": "strength", "redraw": "sport", "title": "Legs", "averagePower": "210",
                "detail.notes": "Heavy",
            ]
            let shown = try await ana.upload("/workouts/add", rowing.merging(typed) { $1 })
            await ana.show(shown)
            let fields = await ana.filledIn
            #expect(shown.status == 200 && shown.text.contains("Heavy"))
            #expect(fields["sets.0.exercise"] == "" && fields["strokeRate"] == nil)
            #expect(fields["averagePower"] == "210" && fields["title"] == "Legs")
            let cycling = try await ana.upload(
                "/workouts/add", fields.merging(["type": "cycling", "redraw": "sport"]) { $1 })
            #expect(cycling.text.contains(">Cadence</label>") && cycling.text.contains("isErgTest"))
            let running = try await ana.upload(
                "/workouts/add", fields.merging(["type": "running", "redraw": "sport"]) { $1 })
            #expect(!running.text.contains("isErgTest"))
        }
    }

    @Test("All errors are summed up above the form, with links in the order of the fields")
    func summary() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/add")
            let wrong = [
                "title": "", "duration": "soon", "averageHeartRate": "9", "intervals.1.duration": "x",
                "detail.notes": String(repeating: "n", count: 2_001),
            ]
            let response = try await ana.upload("/workouts/add", await ana.filledIn.merging(wrong) { $1 })
            #expect(response.status == 422 && response.text.contains("Fix 5 fields:"))
            let links = response.text.matches(of: /<a href="#(field-[^"]+)">/).map { String($0.1) }
            #expect(
                links == [
                    "field-title", "field-duration", "field-averageHeartRate", "field-intervals.1.duration",
                    "field-detail.notes",
                ])
            for link in links { #expect(response.text.contains("id=\"\(link)\""), "\(link)") }
            #expect(response.text.contains("Enter at most 2,000 characters."))
            #expect(response.text.contains(#"data-redraw="pattern" required maxlength="100""#))
        }
    }

    @Test("A photo's type is detected from its bytes, and its metadata is removed")
    func photo() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/add")
            let fields = await ana.filledIn.merging(Self.row) { $1 }
            let script = UploadedFile(field: "photo", name: "row.png", bytes: Array("<svg onload=x>".utf8))
            let rejected = try await ana.upload("/workouts/add", fields, files: [script])
            #expect(rejected.status == 422 && rejected.text.contains("JPEG, PNG or WebP"))
            let pixel = try #require(Data(base64Encoded: Self.pixel))
            let picture = UploadedFile(field: "photo", name: "row.txt", bytes: Array(pixel))
            let location = try #require(
                try await ana.upload("/workouts/add", fields, files: [picture]).location)
            #expect(try await ana.send(.get, location + "/photo").headers[.contentType] == "image/png")
            try await ana.open(location + "/edit")
            try await ana.upload(location + "/edit", await ana.filledIn.merging(["removePhoto": "1"]) { $1 })
            #expect(try await ana.send(.get, location + "/photo").status == 404)
        }
    }

    @Test("Concurrent edits are not overwritten, nor are other people's workouts")
    func conflicts() async throws {
        try await Site.run { site in
            let (ana, ben) = (try await site.member("ana"), try await site.member("ben"))
            try await site.befriend("ana", "ben")
            let workout = try await site.publish(by: "ana")
            let page = "/workouts/\(workout.id)/edit"
            try await ana.open(page)
            let fields = await ana.filledIn.merging(["title": "Mine"]) { $1 }
            try await ana.submit("/workouts/\(workout.id)/visibility", ["visibility": "public"])
            let response = try await ana.upload(page, fields)
            #expect(response.status == 422 && response.text.contains("edited elsewhere"))
            #expect(try await ben.open(page).status == 403)
            #expect(try await ben.upload(page, fields, token: ben.page.token).status == 403)
            #expect(try await site.session("ana").workout(workout.id).title == "4x500m")
        }
    }

    @Test("Only members can upload files, up to the size limit")
    func bounds() async throws {
        try await Site.run { site in
            let stranger = site.browser()
            try await stranger.open("/sign-in")
            #expect(try await stranger.upload("/workouts/add", [:]).location?.hasPrefix("/sign-in") == true)
            let ana = try await site.member("ana")
            let large = UploadedFile(
                field: "photo", name: "x.png", bytes: [UInt8](repeating: 0, count: EditPages.largestForm))
            #expect(try await ana.upload("/workouts/add", [:], files: [large]).status == 413)
            #expect(try await ana.upload("/workouts/add", Self.row, token: "x").status == 403)
        }
    }

    /// A PNG picture of one pixel.
    static let pixel =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
}
