import Foundation
import Synchronization
import Testing

@testable import PacelineDatabase
@testable import PacelineLocal

@Suite("Local communities", .timeLimit(.minutes(5)))
struct LocalCommunityTests {
    private let newcomer = SignUp(username: "ana", password: "oars-and-rowing", birthDate: Day("1990-05-01")!)

    @Test("published workouts persist in their file only")
    func reopening() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "app/community.sqlite")
            let first = try await LocalCommunity(at: file)
            let signedIn = try await first.signUp(newcomer)
            let workout = Workout.ID(UUID())
            _ = try await first.session(for: signedIn.person.id).publish(
                WorkoutDraft(
                    type: .rowing, title: "Steady", startedAt: Date(timeIntervalSince1970: 1_760_000_000),
                    duration: 1_200),
                as: workout, ifMatch: nil)
            try await first.close()

            let second = try await LocalCommunity(at: file)
            let ana = try await second.services(token: signedIn.token)
            #expect(try await ana.workout(workout).type == .rowing)
            #expect(try await ana.feed(FeedQuery(), PageRequest()).items.count == 1)
            #expect(try await !second.availability(ofUsername: "ana").available)
            try await second.close()

            let other = try await LocalCommunity.inMemory()
            #expect(try await other.availability(ofUsername: "ana").available)
        }
    }

    @Test("a community in a file uses little memory, and does not map the file")
    func profile() async throws {
        try await withFolder { folder in
            let community = try await LocalCommunity(at: folder.appending(path: "community.sqlite"))
            #expect(community.database.readers.count == SQLiteProfile.device.readerCount)
            let (mappedLength, cacheSize) = try await community.database.read { connection in
                (
                    try connection.fetchFirst("PRAGMA mmap_size") { $0[0] as Int64 },
                    try connection.fetchFirst("PRAGMA cache_size") { $0[0] as Int }
                )
            }
            #expect(mappedLength == 0)
            #expect(cacheSize == -SQLiteProfile.device.cacheSize)
            try await community.close()
        }
    }

    @Test("maintenance closes seasons that have ended")
    func maintenance() async throws {
        let time = Mutex(Date(timeIntervalSince1970: 1_771_927_200))  // Tuesday, 24 February 2026
        let community = try await LocalCommunity.inMemory(now: { time.withLock { $0 } })
        let ana = community.session(for: try await community.signUp(newcomer).person.id)
        let group = try await ana.createGroup(title: "Morning crew")
        _ = try await ana.publish(
            ScoreDraft(score: 3, isCompleted: true), in: Game.ID("wordle")!, on: Day("2026-02-24")!)
        try await community.runMaintenance()
        #expect(try await ana.seasons(of: group.id, kind: .week, PageRequest()).items.isEmpty)
        time.withLock { $0 += 7 * 86_400 }
        try await community.runMaintenance()
        let season = try #require(try await ana.seasons(of: group.id, kind: .week, PageRequest()).items.first)
        #expect(season.firstDay == Day("2026-02-23"))
        #expect(season.state == .closed)
    }

    @Test("signing in again on the device notifies no one")
    func signingInAgain() async throws {
        let community = try await LocalCommunity.inMemory()
        let device = Credential.device(secret: Credential.newDeviceSecret())
        let first = try await community.services(token: try await community.signIn(with: device).token)
        _ = try await first.setUsername("ana")
        let again = try await community.services(token: try await community.signIn(with: device).token)
        #expect(try await again.securityEvents(PageRequest()).items.map(\.kind).contains(.signedIn))
        #expect(try await again.notifications(PageRequest()).items.isEmpty)
        try await community.close()
    }

    @Test("a file that cannot be opened throws unavailable")
    func unavailable() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "text.sqlite")
            try Data("This is a letter, and no database at all. ".utf8).write(to: file)
            await #expect { _ = try await LocalCommunity(at: file) } throws: { error in
                (error as? SocialError)?.code == .unavailable
            }
        }
    }

    @Test("a file that a newer version of the app made says to update the app")
    func newer() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "community.sqlite")
            try await LocalCommunity(at: file).close()
            let database = try SQLiteDatabase(path: file.path)
            _ = try await database.write {
                try $0.execute("INSERT INTO migrations (name, applied_at) VALUES ('99 challenges', 0)")
            }
            try await database.close()
            await #expect { _ = try await LocalCommunity(at: file) } throws: { error in
                (error as? SocialError)?.code == .unavailable
                    && (error as? SocialError)?.message.contains("Update the app.") == true
            }
        }
    }
}

/// Runs the body with a temporary folder.
private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}
