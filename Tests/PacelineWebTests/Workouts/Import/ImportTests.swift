import Foundation
import Paceline
import PacelineDatabase
import PacelineTestSupport
import Testing

@testable import PacelineWeb

@Suite("Importing files") struct ImportTests {
    private static let logbook = """
        Log ID,Date,Description,Work Time (Formatted),Work Time (Seconds),Rest Time (Formatted),Rest Time (Seconds),\
        Work Distance,Rest Distance,Stroke Rate/Cadence,Stroke Count,Pace,Watts,Cal/Hour,Total Cal,Avg Heart Rate,\
        Drag Factor,Age,Weight,Type,Ranked,Comments,Date Entered
        1,2026-01-08 07:13:00,"2,000m row",7:30.0,450,,,2000,,28,210,1:52.5,246,1145,143,165,120,40,H,RowErg,No,,
        2,2026-02-09 07:13:00,"5,000m row",20:00.0,1200,,,5000,,24,480,2:00.0,203,997,332,150,120,40,H,RowErg,No,,
        3,2026-02-30 07:13:00,"1,000m row",4:00.0,240,,,1000,,24,100,2:00.0,203,997,66,150,120,40,H,RowErg,No,,

        """
    private static let file = UploadedFile(
        field: "files", name: "season \"<b>\".csv", bytes: Array(logbook.utf8))

    /// A logbook with this many workouts.
    private static func file(of count: Int) -> UploadedFile {
        let head = logbook.split(separator: "\n").prefix(1).joined()
        let rows = (0..<count).map {
            """
            \($0),2026-01-\(10 + $0 % 20) 07:13:00,"2,000m row",7:30.0,450,,,2000,,28,210,1:52.5,246,1145,143,165,\
            120,40,H,RowErg,No,,
            """
        }
        return UploadedFile(
            field: "files", name: "a.csv", bytes: Array(([head] + rows).joined(separator: "\n").utf8))
    }

    @Test("A new member who was invited may import first, and continues to the invitation")
    func invited() async throws {
        try await Site.run { site in
            _ = try await site.member("ana", name: "Ana Ant")
            let ben = try await site.member("ben")
            let link = "/add/\(try await site.session("ana").friendCode().code)"
            let step = try await ben.open("/welcome/goal?next=\(link)")
            #expect(step.text.contains(#"href="/workouts/import?next=\#(link)""#))
            let form = try await ben.open("/workouts/import?next=\(link)")
            #expect(form.text.contains("Ana Ant invites you to be friends"))
            let choices = ["visibility": "private", "next": try #require(await ben.filledIn["next"])]
            await ben.show(try await ben.upload("/workouts/import", choices, files: [Self.file]))
            let preview = await ben.filledIn
            #expect(preview["next"] == link)
            let report = try await ben.upload("/workouts/import/publish", preview)
            #expect(report.text.contains("Import complete"))
            #expect(report.text.contains(#"<a class="button" href="\#(link)">Continue</a>"#))
            #expect(try await site.session("ben").me().stats.workouts == 2)
            // Other members go on to what they imported.
            #expect(try await !ben.open("/workouts/import").text.contains(#"name="next""#))
        }
    }

    @Test("Files are previewed, then published, and skipped rows show their line and reason")
    func twoSteps() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/import")
            let preview = try await ana.upload(
                "/workouts/import", ["visibility": "private"], files: [Self.file])
            for part in [
                "2 workouts", "8 Jan to 9 Feb", "2 × Rowing", "1 item skipped", "line 4", "Only me",
            ] {
                #expect(preview.text.contains(part), "\(part)")
            }
            #expect(!preview.text.contains("<b>\".csv"))
            #expect(try await site.session("ana").workouts(of: .me, PageRequest()).items.isEmpty)
            await ana.show(preview)
            let report = try await ana.upload("/workouts/import/publish", await ana.filledIn)
            #expect(report.text.contains("Import complete") && report.text.contains("line 4"))
            let workouts = try await site.session("ana").workouts(of: .me, PageRequest()).items
            #expect(workouts.map(\.distance) == [5_000, 2_000])
            #expect(workouts.allSatisfy { $0.visibility == .private })
        }
    }

    @Test("Importing the same files again changes nothing, as preview and report say")
    func again() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await ana.importFiles([Self.file])
            try await ana.open("/workouts/import")
            let preview = try await ana.upload(
                "/workouts/import", ["visibility": "private"], files: [Self.file, Self.file])
            #expect(
                preview.text.contains("<dt>Unchanged</dt><dd>4</dd>") && !preview.text.contains("<dt>New"))
            #expect(preview.text.contains("You have already published these workouts"))
            #expect(preview.text.contains(">Publish again</button>"))
            let report = try await ana.importFiles([Self.file])
            #expect(report.text.contains("Already up to date"))
            #expect(try await site.session("ana").workouts(of: .me, PageRequest()).items.count == 2)
        }
    }

    @Test("Only new and updated workouts are counted, and duplicates count once")
    func counting() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await ana.importFiles([Self.file])
            let row = """
                4,2026-03-10 07:13:00,"2,000m row",8:00.0,480,,,2000,,28,210,2:00.0,203,997,143,165,120,40,H,RowErg,\
                No,,
                """
            let text = Self.logbook.replacingOccurrences(of: "7:30.0,450", with: "7:20.0,440") + row + "\n"
            let file = UploadedFile(field: "files", name: "more.csv", bytes: Array(text.utf8))
            try await ana.open("/workouts/import")
            let preview = try await ana.upload(
                "/workouts/import", ["visibility": "private"], files: [file, file])
            #expect(preview.text.contains(">Publish 2 workouts</button>"))
            for count in [
                "<dt>New</dt><dd>1</dd>", "<dt>Updated</dt><dd>1</dd>", "<dt>Unchanged</dt><dd>4</dd>",
            ] {
                #expect(preview.text.contains(count), "\(count)")
            }
        }
    }

    @Test("Files that cannot be imported show the reason")
    func rejected() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/import")
            let fields = ["visibility": "friends"]
            let none = try await ana.upload("/workouts/import", fields)
            #expect(none.status == 422 && none.text.contains("Choose one or more files."))
            // The file name must not matter.
            let picture = UploadedFile(field: "files", name: "season.csv", bytes: [0x89, 0x50, 0, 1, 2])
            let binary = try await ana.upload("/workouts/import", fields, files: [picture])
            #expect(binary.status == 422 && binary.text.contains("no workouts in these files"))
            #expect(binary.text.contains("is not UTF-8 text"))
            let bytes = [UInt8](repeating: 0x61, count: ImportPages.largestByteCount + 1)
            let large = UploadedFile(field: "files", name: "large.csv", bytes: bytes)
            #expect(
                try await ana.upload("/workouts/import", fields, files: [large]).text.contains(
                    "larger than 4 MB"))
            #expect(try await ana.upload("/workouts/import/publish", fields).status == 400)
            let broken = fields.merging(["file.0.name": "a", "file.0.bytes": "!"]) { $1 }
            #expect(try await ana.upload("/workouts/import/publish", broken).status == 400)
        }
    }

    @Test("The script publishes in steps that report the progress")
    func steps() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let file = Self.file(of: 250)
            try await ana.open("/workouts/import")
            await ana.show(
                try await ana.upload("/workouts/import", ["visibility": "private"], files: [file]))
            var fields = await ana.filledIn
            for done in [100, 200] {
                let step = try await ana.upload("/workouts/import/publish", fields, headers: [.fragment: "1"])
                #expect(step.text.contains("data-step=\"\(done)\"") && step.text.contains("\(done) of 250"))
                for match in step.text.matches(of: /name="([a-z]+)" value="([^"]*)"/) {
                    fields[String(match.1)] = String(match.2)
                }
            }
            let end = try await ana.upload("/workouts/import/publish", fields, headers: [.fragment: "1"])
            #expect(end.text.hasPrefix("<section") && end.text.contains("<dd>250</dd>"))
        }
    }

    @Test("When the server is busy in a later step, the script keeps the form, and what is published stays")
    func busy() async throws {
        let database = FailingDatabase(try SQLiteDatabase.inMemory())
        try await Site.run(on: database) { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/import")
            await ana.show(
                try await ana.upload(
                    "/workouts/import", ["visibility": "private"], files: [Self.file(of: 150)]))
            let fields = await ana.filledIn
            let step = try await ana.upload("/workouts/import/publish", fields, headers: [.fragment: "1"])
            let tally = step.text.matches(of: /name="([a-z]+)" value="([^"]*)"/)
                .map { (String($0.1), String($0.2)) }
            let later = fields.merging(tally) { $1 }
            database.fail(with: DatabaseError.unavailable("gone"), onlyWriting: true)
            let failed = try await ana.upload("/workouts/import/publish", later, headers: [.fragment: "1"])
            #expect(failed.status == 503 && !failed.text.contains("of 150 imported"))
            // Without the script, the report replaces the form in any case.
            let report = try await ana.upload("/workouts/import/publish", later)
            #expect(report.status == 200 && report.text.contains("100 of 150 imported"))
            database.fail(with: nil)
            let end = try await ana.upload("/workouts/import/publish", later, headers: [.fragment: "1"])
            #expect(end.text.contains("<dd>150</dd>"))
        }
    }

    @Test(
        "An import beyond the day's limit reports what is published and when to go on",
        arguments: [false, true])
    func dayLimit(isScripted: Bool) async throws {
        try await Site.run(configuring: { $0.quotas.workoutsPerDay = 150 }) { site in
            let ana = try await site.member("ana")
            try await ana.open("/workouts/import")
            await ana.show(
                try await ana.upload(
                    "/workouts/import", ["visibility": "private"], files: [Self.file(of: 250)]))
            var fields = await ana.filledIn
            if isScripted {
                let step = try await ana.upload("/workouts/import/publish", fields, headers: [.fragment: "1"])
                for match in step.text.matches(of: /name="([a-z]+)" value="([^"]*)"/) {
                    fields[String(match.1)] = String(match.2)
                }
            }
            let report = try await ana.upload(
                "/workouts/import/publish", fields, headers: isScripted ? [.fragment: "1"] : [:])
            #expect(report.status == 200 && report.text.contains("100 of 250 imported"))
            #expect(report.text.contains("150 new workouts within a day. Try again in 24 hours."))
            #expect(report.text.contains("<dd>100</dd>") && !report.text.contains("Import complete"))
            #expect(try await site.session("ana").allOwnWorkouts().count == 100)
        }
    }
}
